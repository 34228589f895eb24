"""The Fords of Wend: a small game of our own, with three armies, four towns and six days."""

from .game import Fords as Fords

GAME = Fords

"""A player in forty lines: it attacks where the odds are good and otherwise does whatever it is offered.

    grognard duel fords "run:python docs/players/bot.py" random --pairs 20
"""

import json
import random
import sys

rng = random.Random(1941)


def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"say": "end"}


def say(**words):
    print(json.dumps(words), flush=True)


def chance_of_success(command):
    """What the referee thinks of an attack such as `attack 0303 with a+b`: how much stronger we are."""
    words = command.split()
    say(ask="odds", hex=words[1], units=words[3])
    answer = hear()
    strengths = answer.get("odds", {})
    return strengths.get("attack", 0) / max(strengths.get("defence", 1), 1) if strengths else 0


def choose(commands):
    attacks = [command for command in commands if command.startswith("attack") and " with " in command]
    for command in attacks:
        if chance_of_success(command) >= 2:
            return command, "twice as strong"
    return rng.choice([command for command in commands if command not in attacks] or commands), "nothing better"


while (heard := hear())["say"] != "end":
    if heard["say"] == "decide":
        command, why = choose(heard["commands"])
        say(command=command, why=why)
    elif heard["say"] == "refused":
        say(ask="commands")
    elif heard["say"] == "answer":
        say(command=rng.choice(heard["commands"]))

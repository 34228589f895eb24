"""The board workshop: makes the boards from geography and from what the rulebooks say."""

"""The bot on Discord: requests come in through the door, rooms by feature handle and show them.

A room has `handlers.py` (commands, and the handlers of buttons, menus and dialogs), `view.py` (messages) and
`words.py` (texts). The typed ids of its components are in `view.py`, or in `ids.py` where its words or other
rooms need them. A small room is a single module.
"""

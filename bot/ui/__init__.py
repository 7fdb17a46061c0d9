"""The bot on Discord: requests come in through the door, and the rooms above handle and show them."""

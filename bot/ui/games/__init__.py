"""The messages of games: boards, move buttons, controls."""

"""Who the computer can be: levels, styles, and the opponents a server has saved."""

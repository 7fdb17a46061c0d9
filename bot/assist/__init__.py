"""Help from the computer: hints, and handing one's side over."""

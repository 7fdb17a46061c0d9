"""Help from the computer: hints, and handing a side over."""

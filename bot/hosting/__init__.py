"""What hosts need: health, metrics, backups by the clock, alerts."""

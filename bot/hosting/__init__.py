"""Services for hosts: health, metrics, scheduled backups, alerts."""

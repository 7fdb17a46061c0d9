"""Messages that show something stored: delivered, kept up to date, retried, recovered."""

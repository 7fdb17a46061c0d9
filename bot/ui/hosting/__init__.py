"""What hosts are told by direct message."""

"""What people's games add up to: profiles, and two people head to head."""

"""Weeks and seasons of servers: when they end, their boards, and announcing them."""

"""What people see of a game: challenges, boards, move buttons."""

"""Storage of weeks and seasons: points, boards of cups and streaks, what was posted, and badges."""

"""Finished games shown again: gone through move by move, and as animated pictures to pass on."""

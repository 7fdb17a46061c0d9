"""Finished games shown again: move by move, and as animated pictures to pass on."""

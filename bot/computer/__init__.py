"""The computer players at work: searches, the pool of workers, pondering."""

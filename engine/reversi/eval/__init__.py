"""The evaluation of Reversi positions: learned patterns, and the features of the style mobility."""

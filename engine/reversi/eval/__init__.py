"""The learned evaluations of Reversi on 8 × 8: patterns, and the features of the style "mobility"."""

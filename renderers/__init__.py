"""Positions drawn as pictures with Pillow."""

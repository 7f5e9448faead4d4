"""Buttons, keys and clicks that lose no press."""

"""Subtitles as the texts of their cues."""

"""Read subtitles as the texts of their cues, lined up by times or numbers."""

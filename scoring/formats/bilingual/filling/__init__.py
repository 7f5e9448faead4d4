"""Write translations and notes into a translation file; every other byte stays as it is."""

"""What raters are asked, and what they answer."""

"""Questions that raters are asked, and answers that they give."""

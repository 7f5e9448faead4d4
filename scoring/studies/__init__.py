"""One file answers one question: a request says what is asked, a result holds the numbers and says them in words."""

"""Diagnosis of a low score: the causes of one system's low score, each with the points of BLEU that it explains."""

"""Printed scores: tables, records for programs, and lines as sacreBLEU writes them."""

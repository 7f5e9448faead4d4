"""Read XML and SGML of test sets, and refuse other markup."""

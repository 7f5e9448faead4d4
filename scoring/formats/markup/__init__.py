"""XML and SGML of test sets, and other markup, which is refused."""

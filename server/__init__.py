"""Services that a served application needs and no metric uses; imports no other part of the project."""

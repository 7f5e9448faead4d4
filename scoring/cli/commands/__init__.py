"""The commands of the command line, one file each: ``add`` puts up its arguments, ``run`` gives what it prints."""

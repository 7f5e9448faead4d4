"""The commands of the command line, one file each: ``add`` adds a command's arguments, ``run`` returns its output."""

"""Several processes behind one port: the supervisor and its workers."""

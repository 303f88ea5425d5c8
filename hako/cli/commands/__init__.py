"""The commands, one module each, imported when it is asked for; see hako.cli.main."""

"""The commands, one module each, imported when it is asked for; see hako.tui.commands.cli."""

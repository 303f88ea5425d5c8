"""The engine: event-sourced play. Knows no game and no screen."""

"""The lab: many games played by bots, summed up and reported."""

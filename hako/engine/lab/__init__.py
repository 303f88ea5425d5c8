"""The lab: simulations and statistics over many games."""

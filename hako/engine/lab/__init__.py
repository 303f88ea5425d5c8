"""The lab: simulations, matches, calibration and statistics over many games."""

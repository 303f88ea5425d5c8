"""Who somebody is: users, names, invitations, settings, sanctions."""

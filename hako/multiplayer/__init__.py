"""What people share: tables with seats, a lobby, accounts, tournaments, ratings; no screen."""

"""What the shelf's games and the toys answer for beside the exam: old logs, playthroughs, boards."""

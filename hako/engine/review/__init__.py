"""Reviews: the decisions of a finished game, judged by what each seat could know then."""

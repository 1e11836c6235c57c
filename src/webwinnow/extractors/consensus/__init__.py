"""`consensus`: one learned judgement over the signals of all families."""

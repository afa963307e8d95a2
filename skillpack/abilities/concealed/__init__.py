"""What hides code or orders in the files of a skill: a file for each way of hiding."""

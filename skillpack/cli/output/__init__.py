"""What commands print: for people in lines, for programs as JSON."""

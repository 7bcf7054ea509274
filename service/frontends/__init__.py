"""Front ends other than the web service: programs that play in contests."""

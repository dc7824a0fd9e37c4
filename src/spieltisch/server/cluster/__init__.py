"""Several servers on one PostgreSQL: each table in the memory of one of them, any client at any of them."""

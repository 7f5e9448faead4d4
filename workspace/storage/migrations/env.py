"""What Alembic runs for each migration: on the connection, and in the transaction, of the code that asked for it."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes["metadata"],  # by which constraints and indexes get their names
    render_as_batch=True,  # SQLite changes few things of a table that is there
    transactional_ddl=True,  # also of SQLite, whose transactions hold changes of tables
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()

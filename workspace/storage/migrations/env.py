"""Alembic's script for each migration, which uses the connection and transaction of the calling code."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes["metadata"],  # has the naming convention of constraints and indexes
    render_as_batch=True,  # SQLite can change little in an existing table
    transactional_ddl=True,  # also of SQLite, whose transactions hold changes of tables
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()

import pg from 'pg';

/**
 * Opens a connection with the rights of the database owner, who can read every row, without time limits: the backup of a large table
 * takes minutes.
 */
export async function connectOwner(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    options:
      '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=30000 -c idle_in_transaction_session_timeout=0 -c synchronize_seqscans=off',
  });
  // A broken connection fails the current statement. Without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

import pg from 'pg';

/**
 * One connection with the rights of the database's owner, who alone reads every row of every table, and without limits of time: a backup of a
 * large table takes minutes.
 */
export async function connectOwner(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    options:
      '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=30000 -c idle_in_transaction_session_timeout=0 -c synchronize_seqscans=off',
  });
  // A connection that breaks fails the statement under way; without a listener it would end the process too.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

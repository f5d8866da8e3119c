import type { Pool } from 'pg';

/** What `--command <name>` runs: on a migrated database, with the arguments after the name. */
export type Command = (pool: Pool, args: string[]) => Promise<void>;

/** Its message is a sentence for the person at the terminal. */
export class CommandError extends Error {}

import type { Pool } from 'pg';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/db/embedded/error.ts';

export type CommandContext = { pool: Pool; config: Config };

/** What `--command <name>` runs: on a migrated database, with the rights of the application and the arguments after the name. */
export type Command = (context: CommandContext, args: string[]) => Promise<void>;

/** A command that opens the database by itself, because there may be none yet, or one of another version. */
export type Tool = (context: { config: Config; log: Log }, args: string[]) => Promise<void>;

/** Its message is a sentence for the person at the terminal. */
export class CommandError extends Error {}

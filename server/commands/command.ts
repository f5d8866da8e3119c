import type { Pool } from 'pg';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/db/embedded/error.ts';

export type CommandContext = { pool: Pool; config: Config };

/** A command run by `--command <name>`: on a migrated database, with the rights of the application and the arguments after the name. */
export type Command = (context: CommandContext, args: string[]) => Promise<void>;

/** A command that opens the database itself, because it may not exist yet or have another version. */
export type Tool = (context: { config: Config; log: Log }, args: string[]) => Promise<void>;

/** The message is a sentence for the user at the terminal. */
export class CommandError extends Error {}

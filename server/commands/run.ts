import { update } from '../core/backup/before-update.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/db/embedded/error.ts';
import { openDatabase } from '../core/db/open.ts';
import { DECLARATIONS } from '../modules/index.ts';
import { CommandError } from './command.ts';
import { COMMANDS, TOOLS } from './index.ts';

/**
 * Runs the command that comes after `--command`, with the arguments after its name.
 * @throws CommandError if there is no such command
 */
export async function runCommand([name = '', ...args]: string[], config: Config, log: Log): Promise<void> {
  const command = COMMANDS.get(name);
  const tool = TOOLS.get(name);
  if (tool) return tool({ config, log }, args);
  if (!command) throw new CommandError(`There is no command ${name}; there are: ${[...COMMANDS.keys(), ...TOOLS.keys()].join(', ')}.`);
  const database = await openDatabase({ config, log, beside: true });
  try {
    await update(database, DECLARATIONS, config, log);
    await command({ pool: database.pool, config }, args);
  } finally {
    await database.close();
  }
}

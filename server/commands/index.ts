import { createAdmin } from './admin-create.ts';
import type { Command } from './command.ts';

export const COMMANDS: ReadonlyMap<string, Command> = new Map([['admin:create', createAdmin]]);

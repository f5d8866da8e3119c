import { createAdmin } from './admin-create.ts';
import { backup } from './backup.ts';
import { checkInvariants } from './check-invariants.ts';
import type { Command, Tool } from './command.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { verifyAudit } from './verify-audit.ts';

export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['admin:create', ({ pool }, args) => createAdmin(pool, args)],
  ['verify-audit', verifyAudit],
  ['check:invariants', ({ pool }, args) => checkInvariants(pool, args)],
]);

export const TOOLS: ReadonlyMap<string, Tool> = new Map([
  ['backup', backup],
  ['restore', restore],
  ['move', move],
]);

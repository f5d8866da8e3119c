import { createAdmin } from './admin-create.ts';
import { checkInvariants } from './check-invariants.ts';
import type { Command } from './command.ts';
import { verifyAudit } from './verify-audit.ts';

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['admin:create', ({ pool }, args) => createAdmin(pool, args)],
  ['verify-audit', verifyAudit],
  ['check:invariants', ({ pool }, args) => checkInvariants(pool, args)],
]);

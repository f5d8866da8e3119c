import { createAdmin } from './admin-create.ts';
import { checkInvariants } from './check-invariants.ts';
import type { Command } from './command.ts';
import { verifyAudit } from './verify-audit.ts';

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['admin:create', createAdmin],
  ['verify-audit', verifyAudit],
  ['check:invariants', checkInvariants],
]);

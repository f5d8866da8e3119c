import { anchorFile } from '../core/audit/anchor-file.ts';
import { auditKey } from '../core/audit/chain.ts';
import { AuditBroken, verifyChain } from '../core/audit/verify.ts';
import { createDb } from '../core/db/client.ts';
import { type CommandContext, CommandError } from './command.ts';

/** Recomputes the signed chain of the audit log and compares it with the anchor file. Reports the first mismatch. */
export async function verifyAudit({ pool, config }: CommandContext): Promise<void> {
  try {
    const { rows, anchors, lines, notes } = await verifyChain({
      db: createDb(pool),
      key: auditKey(config),
      file: anchorFile(config.KONTOR_DATA),
      alone: config.DATABASE_URL === undefined,
    });
    process.stdout.write(
      `${rows} sealed rows of the audit log are as they were written; ${anchors} anchors and ${lines} lines of the anchor file fit.\n`,
    );
    for (const note of notes) process.stdout.write(`${note}\n`);
  } catch (error) {
    if (error instanceof AuditBroken) throw new CommandError(error.message);
    throw error;
  }
}

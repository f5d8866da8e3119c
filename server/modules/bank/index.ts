// Public API of this module for other modules.
import type { Db } from '../../core/db/client.ts';
import { importStatement } from './import-statement.ts';

export { setOffAction } from './set-off-action.ts';

/** Stores a statement of the sample business. @throws StatementError */
export async function readSampleStatement(db: Db, name: string, bytes: Buffer): Promise<void> {
  await importStatement(db, name, bytes, null, null);
}

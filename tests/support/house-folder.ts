import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for the data of a house. Started by root, PostgreSQL runs as a user who must get in; where it cannot, it keeps its files in a
 * folder of the system, on another disk perhaps, and they stay there when the folder of the test is removed.
 */
export function houseFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `kontor-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

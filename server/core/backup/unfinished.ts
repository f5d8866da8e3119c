import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { BackupError } from './error.ts';

/** Marker file in the data folder during a restore, so that an interrupted restore is not taken for a complete installation. */
const markOf = (config: Config): string => join(config.KONTOR_DATA, 'restore.unfinished');

export function markUnfinished(config: Config, from: string): void {
  mkdirSync(config.KONTOR_DATA, { recursive: true });
  writeFileSync(markOf(config), `${from}\n`, { flush: true });
}

export const markFinished = (config: Config): void => rmSync(markOf(config), { force: true });

export function refuseUnfinished(config: Config): void {
  if (!existsSync(markOf(config))) return;
  throw new BackupError('A restore was not finished here. Run it again with --replace; what is there is kept aside.');
}

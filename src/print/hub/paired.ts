import { readJson, writeStored } from '../../providers/storage.ts';

/** The print agent of this computer that is paired with this browser. */
export type Paired = { agentId: string; token: string };
const STORED = 'kontor-print-agent';

const isPair = (value: unknown): value is Paired =>
  typeof value === 'object' &&
  value !== null &&
  'agentId' in value &&
  typeof value.agentId === 'string' &&
  'token' in value &&
  typeof value.token === 'string';

export const readPaired = (): Paired | null => readJson(STORED, isPair);
export const keepPaired = (paired: Paired): void => writeStored(STORED, JSON.stringify(paired));

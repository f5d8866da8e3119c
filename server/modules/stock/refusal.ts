import type { RefusalReason, ScanCommand } from '#contract/scanning/commands';
import { pgErrorOf } from '../../core/db/pg-error.ts';

/** A scan that cannot be booked: a key of `REFUSAL_REASONS` and the values its message needs. The scan has no effect. */
export class Refusal extends Error {
  readonly why: RefusalReason;
  readonly params: Record<string, string | number>;
  constructor(reason: RefusalReason, params: Record<string, string | number> = {}) {
    super(reason);
    this.why = reason;
    this.params = params;
  }
}

/** Database constraints are the last check. They map to the same refusal reasons. */
const BY_CONSTRAINT: Record<string, RefusalReason> = {
  stock_balances_serial_one: 'serialUsed',
  stock_balances_one_piece: 'serialUsed',
  serials_key: 'serialUsed',
  stock_moves_reverses: 'alreadyUndone',
  scans_undoes: 'alreadyUndone',
  task_lines_picked: 'wrongState',
  task_lines_received: 'wrongState',
  task_lines_not_above: 'tooMany',
  task_lines_cancelled: 'wrongState',
  picklist_lines_within: 'alreadyPicked',
};

/** SQLSTATEs of unique and check violations. */
const GUARDS = ['23505', '23514'];

/** The refusal that an error stands for, or null. The scan command provides the serial number for the message. */
export function toRefusal(error: unknown, act: ScanCommand | null = null): Refusal | null {
  if (error instanceof Refusal) return error;
  const pg = pgErrorOf(error);
  if (pg?.code?.startsWith('KS')) return new Refusal(pg.message as RefusalReason);
  // Triggers of other modules raise a sentence for forms. A scan comes here only by undoing a step that others have built on.
  if (pg?.code === 'KM001') return new Refusal('wrongState');
  if (!pg?.code || !GUARDS.includes(pg.code)) return null;
  const params: Record<string, string> = { guard: pg.constraint ?? '' };
  if (act && 'serial' in act) params['serial'] = act.serial;
  return new Refusal(BY_CONSTRAINT[pg.constraint ?? ''] ?? 'wrongState', params);
}

import type { FieldError } from '#contract/core/envelope';
import type { Db } from '../../core/db/client.ts';
import type { Values } from '../../core/http/area.ts';
import { today } from '../money/index.ts';

/**
 * Days that somebody plans or promises must not lie before today (the day of the first storehouse). A day that stands in the row already
 * may have passed since; only a changed one is refused.
 */
export async function pastFaults(tx: Db, fields: readonly string[], values: Values, current: Values | null): Promise<FieldError[]> {
  const changed = fields.filter((path) => typeof values[path] === 'string' && values[path] !== current?.[path]);
  if (changed.length === 0) return [];
  const first = await today(tx);
  return changed.filter((path) => String(values[path]) < first).map((path) => ({ path, rule: 'inPast' }));
}

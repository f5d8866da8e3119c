import { oversizeOf } from '../../../shipping/parcel-limits.ts';
import { sidesOf } from '../../measure.ts';
import type { WorkTask } from '../../work.ts';
import { itemOf, question, type Reply, type StationContext } from '../profile-rules.ts';

type Got = Record<string, string | number>;

/** The size that was measured, else that of the carton whose code was scanned. */
function sizeOf({ work, at }: StationContext, got: Got): string {
  if (got['size'] !== undefined) return String(got['size']);
  return itemOf(work, at.packagingId ?? null)?.size ?? '';
}

/**
 * Says that a parcel is larger than its carrier takes, before a label is asked for, and offers the next carrier that takes it. The worker may
 * take another carton, or close it as it is for the office to decide. Null: it fits, or was decided.
 */
export function tooLargeFor(ctx: StationContext, task: WorkTask, got: Got): Reply | null {
  const size = sizeOf(ctx, got);
  const [length, width, height] = sidesOf(size);
  const [carrier, ...others] = task.carriers;
  if (got['carrier'] !== undefined || !carrier || !length || !width || !height) return null;
  const sizes = { length, width, height };
  if (!oversizeOf(sizes, carrier, [])) return null;
  const weight = Number(got['weight'] ?? 0);
  const next = others.find((one) => !oversizeOf(sizes, one, []) && weight <= (one.maxWeight ?? weight));
  const offered = next && task.mayChange ? [{ value: next.id, label: 'scan.oversize.next', text: next.name }] : [];
  const options = [
    ...offered,
    { value: 'again', label: 'scan.oversize.again', text: '' },
    { value: 'keep', label: 'scan.oversize.keep', text: '' },
  ].map((option, i) => ({ code: String(i + 1), ...option }));
  const asksOffice = next !== undefined && !task.mayChange;
  const reply = question('carrier', { got, options }, asksOffice ? 'overSizeAsk' : 'overSize');
  return { ...reply, params: { no: task.no, size, carrier: carrier.name, ...(asksOffice ? { next: next.name } : {}) } };
}

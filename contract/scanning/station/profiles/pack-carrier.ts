import { oversizeOf } from '../../../shipping/parcel-limits.ts';
import { sidesOf } from '../../measure.ts';
import type { WorkTask } from '../../work.ts';
import { itemOf, question, type Reply, type StationContext } from '../profile-rules.ts';

type Got = Record<string, string | number>;

/**
 * Says that a parcel is larger than its carrier takes, before a label is asked for, and offers the next carrier that takes it. The worker may
 * take another carton, or close it as it is for the office to decide. Null: it fits, or was decided.
 */
export function tooLargeFor(ctx: StationContext, task: WorkTask, got: Got): Reply | null {
  // The size that was measured, else that of the carton whose code was scanned.
  const size = String(got['size'] ?? itemOf(ctx.work, ctx.at.packagingId ?? null)?.size ?? '');
  const [length, width, height] = sidesOf(size);
  const [carrier, ...others] = task.carriers;
  if (got['carrier'] !== undefined || !carrier || !length || !width || !height) return null;
  const sizes = { length, width, height };
  if (!oversizeOf(sizes, carrier, [])) return null;
  const weight = Number(got['weight'] ?? 0);
  const next = others.find((one) => !oversizeOf(sizes, one, []) && weight <= (one.maxWeight ?? weight));
  const offered = next && task.mayChange ? [{ value: next.id, label: 'scan.oversize.next', text: next.name }] : [];
  const own = ['again', 'keep'].map((value) => ({ value, label: `scan.oversize.${value}`, text: '' }));
  const options = [...offered, ...own].map((option, i) => ({ code: String(i + 1), ...option }));
  // Where the station may not choose, it names the carrier that the office could.
  const reply = question('carrier', { got, options }, next && !task.mayChange ? 'overSizeAsk' : 'overSize');
  return { ...reply, params: { no: task.no, size, carrier: carrier.name, next: next?.name ?? '' } };
}

import type { WorkParcel, WorkTask } from '../../work.ts';
import { type CodeContext, itemOf, question, type Reply, type StationContext } from '../profile-rules.ts';
import type { Pending } from '../state.ts';
import { tooLargeFor } from './pack-carrier.ts';
import { closing } from './pack-parcel.ts';

type Got = Pending['got'];

/** Maximum weight of a parcel for any carrier, in grams. */
const HEAVIEST = 2_000_000;
/** Maximum length of a side in millimetres. A larger value was probably typed in another unit. */
const LONGEST = 3_000;

/** Expected weight of a parcel in grams, from its contents; null if the weight of an item is unknown. */
export function expectedWeight({ work }: Pick<StationContext, 'work'>, task: WorkTask, parcelId: string): number | null {
  const contents = task.parcels.find(({ id }) => id === parcelId)?.contents ?? [];
  let total = 0;
  for (const { lineId, qty } of contents) {
    const weight = itemOf(work, task.lines.find(({ id }) => id === lineId)?.itemId ?? null)?.weight ?? null;
    if (weight === null) return null;
    total += weight * qty;
  }
  return contents.length > 0 ? total : null;
}

/** Whether the parcel still needs the answer. Another device may have given it in the meantime. */
const waits = (parcel: WorkParcel | undefined): boolean =>
  parcel !== undefined && (parcel.state === 'open' || (parcel.state === 'closed' && (parcel.weight === null || !parcel.sized)));

const asked = (ctx: StationContext, got: Got): { task: WorkTask; parcelId: string } | null => {
  const task = ctx.work.tasks.find(({ id }) => id === got.taskId);
  const parcelId = String(got.parcelId);
  return task && waits(task.parcels.find(({ id }) => id === parcelId)) ? { task, parcelId } : null;
};

/** A parcel whose order requires a weight or size may not be skipped, because the carrier needs these values to accept it. */
export function requiredAnswer(ctx: CodeContext, { ask, got }: Pending): Reply | null {
  const found = got.must === 1 ? asked(ctx, got) : null;
  if (found && ask === 'carrier') return tooLargeFor(ctx, found.task, got);
  return found && { feedback: ask === 'size' ? 'sizeFirst' : 'weightFirst', params: { no: found.task.no } };
}

const GONE: Reply = { feedback: 'openFirst', at: { pending: null } };
const CONFIRM = [
  { code: '1', value: 'keep', label: 'scan.weighing.keep', text: '' },
  { code: '2', value: 'again', label: 'scan.weighing.again', text: '' },
];

/**
 * Sets the weight of the parcel it was asked for, even if another one was opened since. An impossible weight is refused, an unlikely one
 * must be confirmed.
 */
export function weighed(ctx: CodeContext, grams: number, got: Got): Reply {
  const found = asked(ctx, got);
  if (!found) return GONE;
  const { task, parcelId } = found;
  const most = task.maxWeight ?? HEAVIEST;
  if (grams > most) return { feedback: 'tooHeavy', params: { weight: grams, mostWeight: most } };
  const { percent, grams: least, most: usual } = ctx.work.weighing;
  const expected = expectedWeight(ctx, task, parcelId);
  const params = { weight: grams, no: task.no };
  const known = { ...got, weight: grams };
  if (expected !== null && Math.abs(grams - expected) > Math.max((expected * percent) / 100, least)) {
    const reply = question('weightOdd', { got: { ...known, expectedWeight: expected }, options: CONFIRM }, 'weightOdd');
    return { ...reply, params: { ...params, expectedWeight: expected } };
  }
  if (task.maxWeight === null && grams > usual)
    return { ...question('weightOdd', { got: known, options: CONFIRM }, 'weightMuch'), params: { ...params, mostWeight: usual } };
  return closing(ctx, task, parcelId, known);
}

export function confirmed(ctx: CodeContext, answer: string | number, got: Got): Reply {
  const { weight: _weight, expectedWeight: _expected, ...rest } = got;
  if (typeof answer === 'number') return weighed(ctx, answer, rest);
  const found = asked(ctx, got);
  if (!found) return GONE;
  if (answer === 'again') return question('weight', { got: rest });
  return closing(ctx, found.task, found.parcelId, { ...got, confirmed: 1 });
}

export function measured(ctx: CodeContext, size: string, got: Got): Reply {
  const found = asked(ctx, got);
  if (!found) return GONE;
  if (size.split('x').some((side) => Number(side) > LONGEST)) return { feedback: 'tooLong', params: { size, longest: LONGEST / 10 } };
  return closing(ctx, found.task, found.parcelId, { ...got, size });
}

/** What was decided about a parcel that is too large: another carton, whose size is measured, or this one with the carrier of the answer. */
export function carrierAnswered(ctx: CodeContext, answer: string, got: Got): Reply {
  const found = asked(ctx, got);
  if (!found) return GONE;
  const { size: _size, ...rest } = got;
  if (answer !== 'again') return closing(ctx, found.task, found.parcelId, { ...got, carrier: answer });
  const reply = question('size', { got: rest });
  return { ...reply, at: { ...reply.at, packagingId: null } };
}

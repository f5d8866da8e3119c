import { sidesOf } from '../../measure.ts';
import type { WorkParcel, WorkTask } from '../../work.ts';
import { type CodeContext, question, type Reply, type StationContext } from '../profile-rules.ts';
import { tooLargeFor } from './pack-carrier.ts';
import { toPack } from './pack-choice.ts';

/** The parcel that pieces go into: the current one, otherwise any open parcel of the order. */
export function openParcel({ at }: StationContext, task: WorkTask): string | undefined {
  const open = task.parcels.filter(({ state }) => state === 'open');
  return (open.find(({ id }) => id === at.parcelId) ?? open[0])?.id;
}

/** Whether a parcel has content. A parcel is created with its first piece, so every parcel in the server's work has content. */
export const hasContent = ({ work }: StationContext, task: WorkTask, parcelId: string): boolean =>
  work.contents.some((content) => content.parcelId === parcelId && content.qty > 0) || task.parcels.some(({ id }) => id === parcelId);

const sizes = (text: string): { length: number | null; width: number | null; height: number | null } => {
  const [length = null, width = null, height = null] = sidesOf(text);
  return { length, width, height };
};

/** A closed parcel that still lacks the weight or size its order requires. */
export const isUnmeasured = (task: WorkTask, parcel: WorkParcel): boolean =>
  parcel.state === 'closed' && ((task.weightNeeded && parcel.weight === null) || (task.dimensionsNeeded && !parcel.sized));

/** The carton that was scanned since the last parcel was closed. */
export const packagingOf = ({ at }: StationContext): { packagingId?: string } => (at.packagingId ? { packagingId: at.packagingId } : {});

/** The carrier that was chosen instead of that of the order. */
const chosenCarrier = ({ carrier }: Record<string, string | number>): { carrierId?: string } =>
  carrier === undefined || carrier === 'keep' ? {} : { carrierId: String(carrier) };

const CLOSED = { none: 'parcelClosed', weight: 'parcelWeighed', size: 'parcelSized', both: 'parcelMeasured' } as const;

/** Closes a parcel, or first asks for the weight or size its order requires. Values that were read are repeated in the feedback. */
export function closing(ctx: CodeContext, task: WorkTask, parcelId: string, got: Record<string, string | number>): Reply {
  const known = { taskId: task.id, no: task.no, ...got, parcelId, must: 1 };
  const parcel = task.parcels.find(({ id }) => id === parcelId);
  const weight = typeof got.weight === 'number' ? got.weight : null;
  if (task.weightNeeded && weight === null && (parcel?.weight ?? null) === null) return question('weight', { got: known });
  if (task.dimensionsNeeded && got.size === undefined && !parcel?.sized)
    return question('size', { got: known }, weight === null ? 'answerNext' : 'weightRead');
  const tooLarge = tooLargeFor(ctx, task, known);
  if (tooLarge) return tooLarge;
  const read = { ...(weight === null ? {} : { weight }), ...(got.size === undefined ? {} : { size: String(got.size) }) };
  const feedback = CLOSED[weight === null ? (got.size === undefined ? 'none' : 'size') : got.size === undefined ? 'weight' : 'both'];
  const kept =
    got.confirmed === 1 ? { weightConfirmed: { expected: typeof got.expectedWeight === 'number' ? got.expectedWeight : null } } : {};
  return {
    feedback,
    params: { no: task.no, ...read },
    commands: [
      {
        do: 'closeParcel',
        taskId: task.id,
        parcelId,
        weight,
        ...sizes(String(got.size ?? '')),
        ...kept,
        ...packagingOf(ctx),
        ...chosenCarrier(got),
      },
    ],
    at: {
      packagingId: null,
      parcelId: null,
      pending: null,
      itemId: null,
      taskId: toPack(task) > 0 || ctx.at.taskId !== task.id ? ctx.at.taskId : null,
    },
  };
}

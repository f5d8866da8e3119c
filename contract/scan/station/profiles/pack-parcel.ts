import type { WorkTask } from '../../work.ts';
import { type Ctx, type Here, question, type Reply } from '../family.ts';
import { toPack } from './pack-choice.ts';

/** The parcel pieces go into: the one in hand, else any of the order that is still open. */
export function openParcel({ at }: Here, task: WorkTask): string | undefined {
  const open = task.parcels.filter(({ state }) => state === 'open');
  return (open.find(({ id }) => id === at.parcelId) ?? open[0])?.id;
}

/** A parcel begins with its first piece, so one that came with the work has something in it. */
export const hasContent = ({ work }: Here, task: WorkTask, parcelId: string): boolean =>
  work.contents.some((content) => content.parcelId === parcelId && content.qty > 0) || task.parcels.some(({ id }) => id === parcelId);

const sizes = (text: string): { length: number | null; width: number | null; height: number | null } => {
  const [length = null, width = null, height = null] = text === '' ? [] : text.split('x').map(Number);
  return { length, width, height };
};

/** Closes a parcel, or asks for what its order wants to know of it first. */
export function closing(ctx: Ctx, task: WorkTask, parcelId: string, got: Record<string, string | number>): Reply {
  const known = { taskId: task.id, ...got, parcelId };
  if (task.weightNeeded && got.weight === undefined) return question('weight', { got: known });
  if (task.dimensionsNeeded && got.size === undefined) return question('size', { got: known });
  const weight = typeof got.weight === 'number' ? got.weight : null;
  return {
    tell: 'parcelClosed',
    params: { no: task.no },
    acts: [{ do: 'closeParcel', taskId: task.id, parcelId, weight, ...sizes(String(got.size ?? '')) }],
    at: { parcelId: null, pending: null, itemId: null, taskId: toPack(task) > 0 || ctx.at.taskId !== task.id ? ctx.at.taskId : null },
  };
}

import type { SetOffDocument } from '#contract/bank/set-off';
import { propose } from '#contract/money/open';

/** What is set off of each ticked document, by its id. Null: the field is empty. */
export type Amounts = Readonly<Record<string, number | null>>;
export const SIDES = ['owed', 'owing'] as const;
export type SideName = (typeof SIDES)[number];
export type Sides<T> = Readonly<Record<SideName, T>>;

export const sumOf = (amounts: Amounts): number => Object.values(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
export const openOf = (documents: readonly SetOffDocument[]): number => documents.reduce((sum, { open }) => sum + open, 0);

/** The smaller side is set off whole; of the larger one as much, the earliest due documents first. */
export function proposeSides(documents: Sides<readonly SetOffDocument[]>): Sides<Amounts> {
  const amount = Math.min(openOf(documents.owed), openOf(documents.owing));
  const ofSide = (side: SideName): Amounts =>
    Object.fromEntries(propose(amount, documents[side]).map(({ item, amount: part }) => [item.id, part]));
  return { owed: ofSide('owed'), owing: ofSide('owing') };
}

/** Ticks a document or takes it out. A ticked one gets what its side lacks to equal the other one, or all that is open of it. */
export function toggle(amounts: Sides<Amounts>, side: SideName, { id, open }: SetOffDocument): Sides<Amounts> {
  const { [id]: before, ...others } = amounts[side];
  if (before !== undefined) return { ...amounts, [side]: others };
  const lacks = sumOf(amounts[side === 'owed' ? 'owing' : 'owed']) - sumOf(others);
  return { ...amounts, [side]: { ...others, [id]: lacks > 0 ? Math.min(open, lacks) : open } };
}

/** Whether the amounts can be booked: both sides equal, and no document above what is open of it. */
export function isReady(amounts: Sides<Amounts>, documents: Sides<readonly SetOffDocument[]>): boolean {
  const isWithin = SIDES.every((side) =>
    Object.entries(amounts[side]).every(([id, amount]) => {
      const document = documents[side].find((one) => one.id === id);
      return document !== undefined && amount !== null && amount > 0 && amount <= document.open;
    }),
  );
  return isWithin && sumOf(amounts.owed) > 0 && sumOf(amounts.owed) === sumOf(amounts.owing);
}

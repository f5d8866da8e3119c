import type { Work, WorkItem, WorkParcel, WorkTask } from '../work.ts';
import type { FeedbackCode } from './feedback.ts';
import type { Code } from './state.ts';

export const KINDS = ['task', 'reference', 'picklist', 'parcel', 'list', 'bay', 'count', 'unit', 'place', 'item', 'serial'] as const;
/**
 * What a code can mean. `reference` is the merchant's own order number, `serial` a piece with a known serial number, `bay` a dock or a
 * carrier, which opens the loading list of the vehicle there.
 */
export type Kind = (typeof KINDS)[number];
export type Meaning =
  | { is: 'task' | 'reference'; task: WorkTask }
  | { is: 'picklist'; picklist: Work['picklists'][number] }
  | { is: 'parcel'; parcel: WorkParcel; task: WorkTask }
  | { is: 'list'; list: Work['loadingLists'][number] }
  | { is: 'bay'; lists: Work['loadingLists'] }
  | { is: 'count'; count: Work['counts'][number] }
  | { is: 'unit'; unit: Work['units'][number] }
  | { is: 'place'; place: Work['places'][number] }
  | { is: 'item' | 'serial'; item: WorkItem; qty: number; serial: string };
export type MeaningOf<K extends Kind> = Extract<Meaning, { is: K }>;
/** `bad` is why a known code cannot be accepted here. */
type Resolved = Meaning | { bad: FeedbackCode };

/** The merchant and the expected items of the open work. They decide what a code means if several merchants use it. */
export type NearbyWork = { merchantId: string | null; wanted: ReadonlySet<string> | null };

/** Normalizes a code. Scanners send GTINs with and without leading zeros, and both forms are printed. */
export const plainCode = (code: string): string => {
  const text = code.trim().toUpperCase();
  return /^\d{8,14}$/.test(text) ? text.replace(/^0+/, '') : text;
};
const same = (a: string, b: string): boolean => a !== '' && plainCode(a) === plainCode(b);

type Named = { itemId: string; qty: number };
const indexes = new WeakMap<Work['codes'], Map<string, Named[]>>();
/** Items by each of their codes. Built once for each list of codes the server sends. */
function itemIndex(work: Work): Map<string, Named[]> {
  const known = indexes.get(work.codes);
  if (known) return known;
  const index = new Map<string, Named[]>();
  for (const { code, itemId, qty } of work.codes) {
    const key = plainCode(code);
    index.set(key, [...(index.get(key) ?? []), { itemId, qty }]);
  }
  indexes.set(work.codes, index);
  return index;
}

/** The items that a code can mean, of all merchants. */
export function itemsNamed(work: Work, code: Code): { item: WorkItem; qty: number }[] {
  const index = itemIndex(work);
  const named = [code.gtin, code.raw].flatMap((text) => (text ? (index.get(plainCode(text)) ?? []) : []));
  const found = named.flatMap(({ itemId, qty }) => work.items.filter((item) => item.id === itemId).map((item) => ({ item, qty })));
  const bySku = work.items.filter((item) => same(item.sku, code.raw)).map((item) => ({ item, qty: 1 }));
  return [...found, ...bySku].filter(({ item }, i, all) => all.findIndex((other) => other.item.id === item.id) === i);
}

/** Several merchants may use the same code. Expected items decide first, then the merchant of the open work. */
function pickItem(
  found: { item: WorkItem; qty: number }[],
  { merchantId, wanted }: NearbyWork,
): { item: WorkItem; qty: number } | { bad: FeedbackCode } | null {
  const first = found[0];
  if (!first) return null;
  const ours = merchantId === null ? found : found.filter(({ item }) => item.merchantId === null || item.merchantId === merchantId);
  if (ours.length === 0) return { bad: 'wrongMerchant' };
  const fits = wanted ? ours.filter(({ item }) => wanted.has(item.id)) : ours;
  const left = fits.length > 0 ? fits : ours;
  return left.length === 1 ? (left[0] ?? null) : { bad: 'ambiguous' };
}

const readsTask = (task: WorkTask, code: string): boolean => same(task.no, code) || task.codes.some((own) => same(own, code));

/** The tasks that a code can mean: by their own numbers, otherwise by the merchant's order number. */
export function tasksNamed(work: Work, raw: string): WorkTask[] {
  const byOwn = work.tasks.filter((task) => readsTask(task, raw));
  return byOwn.length > 0 ? byOwn : work.tasks.filter((one) => same(one.refOrderId, raw));
}

/** Several merchants may use the same order number. The merchant of the open work decides. */
function oneTask(found: WorkTask[], merchantId: string | null): WorkTask | { bad: FeedbackCode } | null {
  const [first] = found;
  if (!first || found.length === 1) return first ?? null;
  return found.find((task) => task.merchantId === merchantId) ?? { bad: 'ambiguous' };
}

const FINDERS: { [K in Kind]: (work: Work, code: Code, nearby: NearbyWork) => Resolved | null } = {
  task: (work, { raw }, { merchantId }) => {
    const task = oneTask(tasksNamed(work, raw), merchantId);
    return task && ('bad' in task ? task : { is: 'task', task });
  },
  reference: (work, { raw }, { merchantId }) => {
    const task = oneTask(
      work.tasks.filter((one) => same(one.refOrderId, raw)),
      merchantId,
    );
    return task && ('bad' in task ? task : { is: 'reference', task });
  },
  picklist: (work, { raw }) => {
    const picklist = work.picklists.find(({ no }) => same(no, raw));
    return picklist ? { is: 'picklist', picklist } : null;
  },
  parcel: (work, { raw, sscc }) => {
    for (const task of work.tasks)
      for (const parcel of task.parcels)
        if ([parcel.no, parcel.trackingNo].some((own) => same(own, raw) || (sscc !== undefined && same(own, sscc))))
          return { is: 'parcel', parcel, task };
    return null;
  },
  list: (work, { raw }) => {
    const list = work.loadingLists.find(({ no }) => same(no, raw));
    return list ? { is: 'list', list } : null;
  },
  bay: (work, { raw }) => {
    const known = work.loadingLists.some(({ dock, carrier }) => same(dock, raw) || same(carrier, raw));
    const goesWith = known || work.tasks.some(({ parcels }) => parcels.some(({ carrier }) => same(carrier, raw)));
    const lists = work.loadingLists.filter(({ dock, carrier, state }) => state === 'open' && (same(dock, raw) || same(carrier, raw)));
    return goesWith ? { is: 'bay', lists } : null;
  },
  count: (work, { raw }) => {
    const count = work.counts.find(({ no }) => same(no, raw));
    return count ? { is: 'count', count } : null;
  },
  unit: (work, { raw, sscc }) => {
    const unit = work.units.find(({ code }) => same(code, raw) || (sscc !== undefined && same(code, sscc)));
    return unit ? { is: 'unit', unit } : null;
  },
  place: (work, { raw }) => {
    const place = work.places.find(({ code }) => same(code, raw));
    return place ? { is: 'place', place } : null;
  },
  item: (work, code, nearby) => {
    const found = pickItem(itemsNamed(work, code), nearby);
    return found && ('bad' in found ? found : { is: 'item', ...found, serial: code.serial ?? '' });
  },
  serial: (work, { raw }, nearby) => {
    const stock = work.stock.filter(({ serial }) => same(serial, raw));
    const items = work.items.filter((item) => stock.some(({ itemId }) => itemId === item.id)).map((item) => ({ item, qty: 1 }));
    const found = pickItem(items, nearby);
    return found && ('bad' in found ? found : { is: 'serial', ...found, serial: raw.trim() });
  },
};

/**
 * Resolves a code among the given kinds. The first kind that knows it wins. `bad` is returned only if no other kind knows the code;
 * null means that the code is unknown.
 */
export function resolve(work: Work, code: Code, kinds: readonly Kind[], nearby: NearbyWork): Resolved | null {
  let bad: Resolved | null = null;
  for (const kind of kinds) {
    const found = FINDERS[kind](work, code, nearby);
    if (found && !('bad' in found)) return found;
    bad ??= found;
  }
  return bad;
}

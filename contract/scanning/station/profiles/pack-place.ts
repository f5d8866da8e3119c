import type { Work, WorkTask } from '../../work.ts';
import { blockedBy, type CodeContext, question, type Reply, type StationContext, sum, type WorkSummary } from '../profile-rules.ts';
import { listOf, packable, toPack, wanted } from './pack-choice.ts';

/** One choice for each number key. */
const CHOICES = 9;
const NAMED = 3;

/** Orders with picked pieces at a place that are not in a parcel yet. */
const waitingIn = (tasks: readonly WorkTask[], placeId: string): WorkTask[] =>
  tasks.filter(({ kind, lies, lines }) => kind === 'outbound' && lies.includes(placeId) && lines.some((line) => packable(line) > 0));

type Named = { id: string; no: string };
const listsOf = (work: Work, tasks: readonly WorkTask[]): Named[] =>
  work.picklists.filter(({ lines }) => lines.some(({ taskId }) => tasks.some(({ id }) => id === taskId)));

const naming = (all: readonly Named[]): string => {
  const named = all.slice(0, NAMED).map(({ no }) => no);
  return all.length > NAMED ? `${named.join(', ')} …` : named.join(', ');
};

/**
 * A scanned cart or table lists the orders waiting in it. A single order is opened at once; several are offered as options, and scanning
 * one of them also answers. In profiles where the piece determines the order, the place is only the source of the pieces.
 */
export function placeSeen(ctx: CodeContext, place: Work['places'][number], open: (id: string) => Reply): Reply {
  const here = { fromId: place.id };
  const waiting = waitingIn(ctx.work.tasks, place.id);
  if (waiting.length === 0)
    return place.kind === 'cart'
      ? { feedback: 'cartEmpty', params: { place: place.code } }
      : { feedback: 'placeSet', params: { place: place.code }, at: here };
  const free = waiting.filter((task) => !blockedBy(task));
  const stopped = free.length === 0 && blockedBy(waiting[0]);
  if (stopped) return stopped;
  const params = { place: place.code, n: free.length, orders: naming(free) };
  const { chooses } = ctx.options;
  if (chooses === 'single' || chooses === 'prePacked') return { feedback: 'cartHolds', params, at: here };
  const ones: readonly Named[] = chooses === 'batch' ? listsOf(ctx.work, free) : free;
  if (chooses === 'batch' && ones.some(({ id }) => id === ctx.at.picklistId)) return { feedback: 'cartHolds', params };
  const [only] = ones;
  if (only && ones.length === 1) return open(only.id);
  const options = ones.slice(0, CHOICES).map(({ id, no }, i) => ({ code: String(i + 1), value: id, label: null, text: no }));
  const asked = question('order', { options }, 'cartHolds');
  return { ...asked, params, at: { ...asked.at, taskId: null, parcelId: null, itemId: null, cartId: place.id } };
}

/** While no order is open: the orders waiting in the cart that was scanned last. */
export function showPlace(here: StationContext): WorkSummary | null {
  const place = here.work.places.find(({ id }) => id === here.at.cartId);
  if (!place || listOf(here)) return null;
  const lines = waitingIn(here.work.tasks, place.id).map((task) => ({
    id: task.id,
    itemId: null,
    text: task.no,
    place: place.code,
    done: sum(task.lines.map((line) => line.packed)),
    expected: sum(task.lines.map(wanted)),
    state: blockedBy(task) ? ('blocked' as const) : toPack(task) > sum(task.lines.map(packable)) ? ('short' as const) : ('open' as const),
  }));
  return { key: 'scan.headline.place', params: { place: place.code }, lines };
}

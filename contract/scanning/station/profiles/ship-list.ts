import type { ParcelState } from '../../../orders/statuses.ts';
import type { Work, WorkParcel, WorkTask } from '../../work.ts';
import { blockedBy, type Reply, type StationContext, type WorkSummary, type WorkSummaryLine } from '../profile-rules.ts';

export type List = Work['loadingLists'][number];

export const READY: readonly ParcelState[] = ['labelled', 'swapped', 'loaded'];
export const GONE: readonly ParcelState[] = ['handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'delivered'];

export const listOf = ({ work, at }: StationContext): List | undefined =>
  work.loadingLists.find(({ id, state }) => id === at.listId && state === 'open');
export const nameOf = (parcel: WorkParcel): string => parcel.trackingNo || parcel.no;

type Aboard = { parcel: WorkParcel; task: WorkTask };
const parcelsOf = (work: Work): Aboard[] => work.tasks.flatMap((task) => task.parcels.map((parcel) => ({ parcel, task })));
const isOn = (list: List, { loadingListId, state }: WorkParcel): boolean =>
  loadingListId === list.id && (state === 'loaded' || GONE.includes(state));
/** Ready for this vehicle's carrier and on no other list. */
const waitsFor = (list: List, { parcel, task }: Aboard): boolean =>
  !isOn(list, parcel) &&
  READY.includes(parcel.state) &&
  parcel.carrier === list.carrier &&
  (parcel.loadingListId === null || parcel.loadingListId === list.id) &&
  !(task.status === 'readyToSwap' && parcel.state !== 'swapped');

/** What is on the vehicle, and what its carrier should take as well; stopped orders are not waited for. */
export function loadOf(work: Work, list: List): { loaded: WorkParcel[]; missing: WorkParcel[] } {
  const all = parcelsOf(work);
  return {
    loaded: all.filter(({ parcel }) => isOn(list, parcel)).map(({ parcel }) => parcel),
    missing: all.filter((one) => waitsFor(list, one) && !blockedBy(one.task)).map(({ parcel }) => parcel),
  };
}

/** Why a parcel does not belong on this list: its order was stopped, or it goes with another carrier. */
export const notForList = (list: List, parcel: WorkParcel, task: WorkTask): Reply | null =>
  blockedBy(task) ??
  (parcel.carrier === list.carrier
    ? null
    : { feedback: 'otherCarrier', params: { parcel: nameOf(parcel), carrier: parcel.carrier, expected: list.carrier } });

/** What has to come off before the vehicle leaves: it was loaded, and does not belong there any more. */
export function wrongOn(work: Work, list: List): Reply | null {
  for (const { parcel, task } of parcelsOf(work)) {
    const why = parcel.state === 'loaded' && isOn(list, parcel) ? notForList(list, parcel, task) : null;
    if (why) return why;
  }
  return null;
}

const lineOf = (list: List, one: Aboard): WorkSummaryLine => {
  const { parcel, task } = one;
  const on = isOn(list, parcel);
  const wrong = !GONE.includes(parcel.state) && notForList(list, parcel, task) !== null;
  return {
    id: parcel.id,
    itemId: null,
    text: nameOf(parcel),
    place: task.no,
    done: on ? 1 : 0,
    // What must not leave is shown and not counted.
    expected: wrong ? null : 1,
    state: wrong ? 'blocked' : 'open',
  };
};
/** What needs somebody stands first: what does not belong, then what is missing, then what is on. */
const rank = ({ state, done }: WorkSummaryLine): number => (state === 'blocked' ? 0 : done === 0 ? 1 : 2);

export function showList(here: StationContext): WorkSummary | null {
  const list = listOf(here);
  if (!list) return null;
  const { loaded, missing } = loadOf(here.work, list);
  const lines = parcelsOf(here.work)
    .filter((one) => isOn(list, one.parcel) || waitsFor(list, one))
    .map((one) => lineOf(list, one))
    .sort((a, b) => rank(a) - rank(b));
  return {
    key: 'scan.headline.list',
    params: { no: list.no, carrier: list.carrier, done: loaded.length, of: loaded.length + missing.length },
    lines,
  };
}

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
/** Whether a parcel is ready for the carrier of this list and on no other list. */
const waitsFor = (list: List, { parcel, task }: Aboard): boolean =>
  !isOn(list, parcel) &&
  READY.includes(parcel.state) &&
  parcel.carrier === list.carrier &&
  (parcel.loadingListId === null || parcel.loadingListId === list.id) &&
  !(task.status === 'readyToSwap' && parcel.state !== 'swapped');

/** Parcels that are loaded, and parcels of this carrier that are still missing. Stopped orders are not counted as missing. */
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

/** The first loaded parcel that must be unloaded before the vehicle leaves. */
export function wrongOn(work: Work, list: List): Reply | null {
  for (const { parcel, task } of parcelsOf(work)) {
    const refusal = parcel.state === 'loaded' && isOn(list, parcel) ? notForList(list, parcel, task) : null;
    if (refusal) return refusal;
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
    // A parcel that must not leave is shown but not counted.
    expected: wrong ? null : 1,
    state: wrong ? 'blocked' : 'open',
  };
};
/** Sort order: parcels that must not leave, then missing parcels, then loaded ones. */
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

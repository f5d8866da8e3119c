import type { ParcelState } from '../../../task/statuses.ts';
import type { Work, WorkParcel, WorkTask } from '../../work.ts';
import { blockedBy, type Ctx, type Family, type Here, type Reply } from '../family.ts';

const READY: readonly ParcelState[] = ['labelled', 'swapped', 'loaded'];
const GONE: readonly ParcelState[] = ['handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'delivered'];
const listOf = ({ work, at }: Here): Work['loadingLists'][number] | undefined => work.loadingLists.find(({ id }) => id === at.listId);

const nameOf = (parcel: WorkParcel): string => parcel.trackingNo || parcel.no;
const gone = (parcel: WorkParcel): Reply =>
  parcel.last
    ? { tell: 'alreadyShippedBy', params: { parcel: nameOf(parcel), who: parcel.last.userId, at: parcel.last.at } }
    : { tell: 'alreadyShipped', params: { parcel: nameOf(parcel) } };

function handOver(ctx: Ctx, parcel: WorkParcel, task: WorkTask): Reply {
  const list = listOf(ctx);
  const name = nameOf(parcel);
  if (GONE.includes(parcel.state)) return gone(parcel);
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (task.status === 'readyToSwap' && parcel.state !== 'swapped') return { tell: 'notSwapped', params: { no: task.no } };
  if (parcel.state === 'open' || parcel.state === 'closed') return { tell: 'notLabelled', params: { parcel: name, no: task.no } };
  if (!READY.includes(parcel.state)) return { tell: 'wrongState', params: { no: task.no } };
  if (list && list.carrier !== '' && parcel.carrier !== list.carrier)
    return { tell: 'otherCarrier', params: { parcel: name, carrier: parcel.carrier, expected: list.carrier } };
  if (list && parcel.loadingListId !== null && parcel.loadingListId !== list.id) {
    const other = ctx.work.loadingLists.find(({ id }) => id === parcel.loadingListId)?.no ?? '';
    return { tell: 'otherList', params: { parcel: name, list: other, expected: list.no } };
  }
  return {
    tell: 'handedOver',
    params: { parcel: name, carrier: parcel.carrier, no: task.no },
    acts: [{ do: 'handOver', parcelId: parcel.id, loadingListId: list?.id ?? null }],
  };
}

const parcelsOn = (work: Work, listId: string): WorkParcel[] =>
  work.tasks.flatMap(({ parcels }) => parcels).filter(({ loadingListId, state }) => loadingListId === listId && state !== 'void');

export const ship: Family = {
  around: () => ({ merchantId: null, wanted: null }),
  on: {
    list: (ctx, { list }): Reply =>
      list.state === 'departed' || list.state === 'closed'
        ? { tell: 'alreadyClosed', params: { no: list.no } }
        : listOf(ctx) && listOf(ctx)?.id !== list.id
          ? { tell: 'switched', params: { former: listOf(ctx)?.no ?? '', no: list.no }, at: { listId: list.id } }
          : { tell: 'opened', params: { no: list.no }, at: { listId: list.id } },
    parcel: (ctx, { parcel, task }) => handOver(ctx, parcel, task),
  },
  goods: null,
  answers: {},
  commands: {
    done: (ctx): Reply => {
      const list = listOf(ctx);
      if (!list) return { tell: 'nothingToClose' };
      const left = parcelsOn(ctx.work, list.id).filter(({ state }) => !GONE.includes(state)).length;
      return left > 0
        ? { tell: 'listOpen', params: { no: list.no, left } }
        : { tell: 'listDone', params: { no: list.no }, at: { listId: null } };
    },
  },
  prompt: () => ({ ask: 'scanParcel' }),
  show: (here) => {
    const list = listOf(here);
    if (!list) return null;
    const lines = parcelsOn(here.work, list.id).map((parcel) => ({
      id: parcel.id,
      itemId: null,
      text: nameOf(parcel),
      place: '',
      done: GONE.includes(parcel.state) ? 1 : 0,
      expected: 1,
      state: 'open' as const,
    }));
    return { key: 'scan.headline.list', params: { no: list.no }, lines };
  },
};

import type { WorkParcel, WorkTask } from '../../work.ts';
import { blockedBy, type Ctx, type Family, question, type Reply } from '../family.ts';
import { GONE, type List, listOf, loadOf, nameOf, notForList, READY, showList, wrongOn } from './ship-list.ts';

/** As many as the number keys can name. */
const CHOICES = 9;

function gone(parcel: WorkParcel): Reply {
  const params = { parcel: nameOf(parcel) };
  return parcel.last
    ? { tell: 'alreadyShippedBy', params: { ...params, who: parcel.last.userId, at: parcel.last.at } }
    : { tell: 'alreadyShipped', params };
}
function loadedBefore(parcel: WorkParcel, list: string): Reply {
  const params = { parcel: nameOf(parcel), list };
  return parcel.last
    ? { tell: 'alreadyLoadedBy', params: { ...params, who: parcel.last.userId, at: parcel.last.at } }
    : { tell: 'alreadyLoaded', params };
}

/** Why a parcel may not leave the house, whatever it leaves on. */
function held(parcel: WorkParcel, task: WorkTask): Reply | null {
  if (GONE.includes(parcel.state)) return gone(parcel);
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (task.status === 'readyToSwap' && parcel.state !== 'swapped') return { tell: 'notSwapped', params: { no: task.no } };
  if (parcel.state === 'open' || parcel.state === 'closed') return { tell: 'notLabelled', params: { parcel: nameOf(parcel), no: task.no } };
  return READY.includes(parcel.state) ? null : { tell: 'wrongState', params: { no: task.no } };
}

/** Without an open list the carrier takes the parcel at once. */
function handOver(parcel: WorkParcel, task: WorkTask): Reply {
  return (
    held(parcel, task) ?? {
      tell: 'handedOver',
      params: { parcel: nameOf(parcel), carrier: parcel.carrier, no: task.no },
      acts: [{ do: 'handOver', parcelId: parcel.id, loadingListId: null }],
    }
  );
}

/** Onto the open list. One that was stopped after it was loaded is taken off by scanning it again. */
function load(ctx: Ctx, list: List, parcel: WorkParcel, task: WorkTask): Reply {
  const name = nameOf(parcel);
  const isOn = parcel.state === 'loaded' && parcel.loadingListId === list.id;
  if (isOn && notForList(list, parcel, task))
    return { tell: 'unloaded', params: { parcel: name, no: task.no }, acts: [{ do: 'unload', parcelId: parcel.id }] };
  const stop = held(parcel, task);
  if (stop) return stop;
  if (isOn) return loadedBefore(parcel, list.no);
  const foreign = notForList(list, parcel, task);
  if (foreign) return foreign;
  if (parcel.loadingListId !== null && parcel.loadingListId !== list.id) {
    const other = ctx.work.loadingLists.find(({ id }) => id === parcel.loadingListId)?.no ?? '';
    return { tell: 'otherList', params: { parcel: name, list: other, expected: list.no } };
  }
  const { loaded, missing } = loadOf(ctx.work, list);
  const left = missing.filter(({ id }) => id !== parcel.id).length;
  return {
    // A device that does not know all parcels does not say that all are loaded.
    tell: left === 0 && !ctx.work.partial ? 'loadedAll' : 'loaded',
    params: { parcel: name, no: list.no, done: loaded.length + 1, of: loaded.length + 1 + left },
    acts: [{ do: 'load', parcelId: parcel.id, loadingListId: list.id }],
  };
}

function open(ctx: Ctx, list: List): Reply {
  if (list.state !== 'open') return { tell: 'alreadyClosed', params: { no: list.no } };
  const former = listOf(ctx);
  const at = { listId: list.id, pending: null };
  return former && former.id !== list.id
    ? { tell: 'switched', params: { former: former.no, no: list.no }, at }
    : { tell: 'opened', params: { no: list.no }, at };
}

/** A dock or a carrier stands for the vehicle that is loaded there; several are offered. */
function openBay(ctx: Ctx, lists: readonly List[]): Reply {
  const [only] = lists;
  if (!only) return { tell: 'noList' };
  if (lists.length === 1) return open(ctx, only);
  const named = ({ no, carrier, vehicle, dock }: List): string => [no, carrier, vehicle, dock].filter((part) => part !== '').join(' · ');
  return question('list', {
    options: lists.slice(0, CHOICES).map((list, i) => ({ code: String(i + 1), value: list.id, label: null, text: named(list) })),
  });
}

const leave = (list: List, n: number): Reply => ({
  tell: 'departed',
  params: { no: list.no, n },
  acts: [{ do: 'handOverList', loadingListId: list.id }],
  at: { listId: null, pending: null },
});

/** The vehicle leaves. What is missing is told first: it stays for the next one only if somebody says so. */
function done(ctx: Ctx): Reply {
  const list = listOf(ctx);
  if (!list) return { tell: 'nothingToClose' };
  const { loaded, missing } = loadOf(ctx.work, list);
  if (loaded.length === 0) return { tell: 'listEmpty', params: { no: list.no } };
  const wrong = wrongOn(ctx.work, list);
  if (wrong) return wrong;
  if (missing.length === 0) return leave(list, loaded.length);
  const asked = question(
    'leave',
    { options: [{ code: '1', value: 'leave', label: 'scan.leave', text: '' }], got: { list: list.id } },
    'loadOpen',
  );
  return { ...asked, params: { no: list.no, left: missing.length, parcels: missing.slice(0, NAMED).map(nameOf).join(', ') } };
}
const NAMED = 3;

/** The dock: parcels onto the list of a vehicle, which then leaves with them; or, with no list open, straight to the carrier. */
export const ship: Family = {
  around: () => ({ merchantId: null, wanted: null }),
  on: {
    list: (ctx, { list }) => open(ctx, list),
    bay: (ctx, { lists }) => openBay(ctx, lists),
    parcel: (ctx, { parcel, task }) => {
      const list = listOf(ctx);
      return list ? load(ctx, list, parcel, task) : handOver(parcel, task);
    },
  },
  goods: null,
  answers: {
    list: (ctx, answer) => {
      const list = ctx.work.loadingLists.find(({ id }) => id === answer);
      return list ? open(ctx, list) : { tell: 'noList' };
    },
    leave: (ctx, _answer, { got }) => {
      const list = listOf(ctx);
      return list && list.id === got['list'] ? leave(list, loadOf(ctx.work, list).loaded.length) : { tell: 'nothingToClose' };
    },
  },
  commands: { done },
  prompt: (here) => {
    const list = listOf(here);
    if (!list) return { ask: 'scanParcel' };
    const { loaded, missing } = loadOf(here.work, list);
    return loaded.length > 0 && missing.length === 0 ? { ask: 'finish', params: { no: list.no } } : { ask: 'scanParcel' };
  },
  show: showList,
};

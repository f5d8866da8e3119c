import type { WorkParcel, WorkTask } from '../../work.ts';
import { blockedBy, type CodeContext, type ProfileRules, question, type Reply } from '../profile-rules.ts';
import { GONE, type List, listOf, loadOf, nameOf, notForList, READY, showList, wrongOn } from './ship-list.ts';

/** One choice for each number key. */
const CHOICES = 9;

function gone(parcel: WorkParcel): Reply {
  const params = { parcel: nameOf(parcel) };
  return parcel.last
    ? { feedback: 'alreadyShippedBy', params: { ...params, who: parcel.last.userId, at: parcel.last.at } }
    : { feedback: 'alreadyShipped', params };
}
function loadedBefore(parcel: WorkParcel, list: string): Reply {
  const params = { parcel: nameOf(parcel), list };
  return parcel.last
    ? { feedback: 'alreadyLoadedBy', params: { ...params, who: parcel.last.userId, at: parcel.last.at } }
    : { feedback: 'alreadyLoaded', params };
}

/** Why a parcel may not leave the warehouse, with or without a loading list. */
function held(parcel: WorkParcel, task: WorkTask): Reply | null {
  if (GONE.includes(parcel.state)) return gone(parcel);
  const blocked = blockedBy(task);
  if (blocked) return blocked;
  if (task.status === 'readyToSwap' && parcel.state !== 'swapped') return { feedback: 'notSwapped', params: { no: task.no } };
  if (parcel.state === 'open' || parcel.state === 'closed')
    return { feedback: 'notLabelled', params: { parcel: nameOf(parcel), no: task.no } };
  return READY.includes(parcel.state) ? null : { feedback: 'wrongState', params: { no: task.no } };
}

/** Without an open list the parcel is handed over to the carrier at once. */
function handOver(parcel: WorkParcel, task: WorkTask): Reply {
  return (
    held(parcel, task) ?? {
      feedback: 'handedOver',
      params: { parcel: nameOf(parcel), carrier: parcel.carrier, no: task.no },
      commands: [{ do: 'handOver', parcelId: parcel.id, loadingListId: null }],
    }
  );
}

/** Loads a parcel onto the open list. Scanning a parcel that was stopped after loading takes it off. */
function load(ctx: CodeContext, list: List, parcel: WorkParcel, task: WorkTask): Reply {
  const name = nameOf(parcel);
  const isOn = parcel.state === 'loaded' && parcel.loadingListId === list.id;
  if (isOn && notForList(list, parcel, task))
    return { feedback: 'unloaded', params: { parcel: name, no: task.no }, commands: [{ do: 'unload', parcelId: parcel.id }] };
  const stop = held(parcel, task);
  if (stop) return stop;
  if (isOn) return loadedBefore(parcel, list.no);
  const foreign = notForList(list, parcel, task);
  if (foreign) return foreign;
  if (parcel.loadingListId !== null && parcel.loadingListId !== list.id) {
    const other = ctx.work.loadingLists.find(({ id }) => id === parcel.loadingListId)?.no ?? '';
    return { feedback: 'otherList', params: { parcel: name, list: other, expected: list.no } };
  }
  const { loaded, missing } = loadOf(ctx.work, list);
  const left = missing.filter(({ id }) => id !== parcel.id).length;
  return {
    // A device with partial work cannot tell that all parcels are loaded.
    feedback: left === 0 && !ctx.work.partial ? 'loadedAll' : 'loaded',
    params: { parcel: name, no: list.no, done: loaded.length + 1, of: loaded.length + 1 + left },
    commands: [{ do: 'load', parcelId: parcel.id, loadingListId: list.id }],
  };
}

function open(ctx: CodeContext, list: List): Reply {
  if (list.state !== 'open') return { feedback: 'alreadyClosed', params: { no: list.no } };
  const former = listOf(ctx);
  const at = { listId: list.id, pending: null };
  return former && former.id !== list.id
    ? { feedback: 'switched', params: { former: former.no, no: list.no }, at }
    : { feedback: 'opened', params: { no: list.no }, at };
}

/** A dock or carrier code opens the loading list of its vehicle. If there are several, they are offered as options. */
function openBay(ctx: CodeContext, lists: readonly List[]): Reply {
  const [only] = lists;
  if (!only) return { feedback: 'noList' };
  if (lists.length === 1) return open(ctx, only);
  const named = ({ no, carrier, vehicle, dock }: List): string => [no, carrier, vehicle, dock].filter((part) => part !== '').join(' · ');
  return question('list', {
    options: lists.slice(0, CHOICES).map((list, i) => ({ code: String(i + 1), value: list.id, label: null, text: named(list) })),
  });
}

const leave = (list: List, n: number): Reply => ({
  feedback: 'departed',
  params: { no: list.no, n },
  commands: [{ do: 'handOverList', loadingListId: list.id }],
  at: { listId: null, pending: null },
});

/** The vehicle leaves. If parcels are missing, the worker must confirm that they stay for the next vehicle. */
function done(ctx: CodeContext): Reply {
  const list = listOf(ctx);
  if (!list) return { feedback: 'nothingToClose' };
  const { loaded, missing } = loadOf(ctx.work, list);
  if (loaded.length === 0) return { feedback: 'listEmpty', params: { no: list.no } };
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

/**
 * The dock: parcels are loaded onto the list of a vehicle and leave with it. Without an open list they are handed over to the carrier at
 * once.
 */
export const ship: ProfileRules = {
  nearby: () => ({ merchantId: null, wanted: null }),
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
      return list ? open(ctx, list) : { feedback: 'noList' };
    },
    leave: (ctx, _answer, { got }) => {
      const list = listOf(ctx);
      return list && list.id === got['list'] ? leave(list, loadOf(ctx.work, list).loaded.length) : { feedback: 'nothingToClose' };
    },
  },
  commands: { done },
  prompt: (here) => {
    const list = listOf(here);
    if (!list) return { prompt: 'scanParcel' };
    const { loaded, missing } = loadOf(here.work, list);
    return loaded.length > 0 && missing.length === 0 ? { prompt: 'finish', params: { no: list.no } } : { prompt: 'scanParcel' };
  },
  show: showList,
};

import { describe, expect, it } from 'vitest';
import { id, ME, parcel, task, Worker, work } from '../support/station.ts';

describe('loading a vehicle', () => {
  const list = (n: number, rest = {}) => ({ id: id('d', n), no: `LL-${n}`, carrier: 'DHL', state: 'open' as const, ...rest });
  const stopped = ['wrongAddress'] as const;
  const dock = (lists = [list(1)]) =>
    new Worker(
      work('shippingScan', {
        tasks: [
          task(1, [], { parcels: [parcel(1), parcel(2), parcel(3, { carrier: 'UPS' }), parcel(4, { state: 'closed' })] }),
          task(2, [], { parcels: [parcel(5, { state: 'loaded', loadingListId: id('d', 2) })] }),
          task(3, [], { parcels: [parcel(6)], blockers: [...stopped] }),
        ],
        loadingLists: lists,
      }),
    );
  const lines = (worker: Worker) => worker.view.lines.map(({ text, done, state }) => [text, done, state]);

  it('each parcel of the carrier is scanned onto the list, and DONE hands the whole list over', () => {
    const worker = dock().scan(['LL-1', 'opened'], ['TRACK1', 'loaded'], ['TRACK2', 'loadedAll'], ['done', 'departed']);
    const onto = (n: number) => ({ do: 'load', parcelId: id('c', n), loadingListId: id('d', 1) });
    expect(worker.booked).toEqual([onto(1), onto(2), { do: 'handOverList', loadingListId: id('d', 1) }]);
    worker.scan(['TRACK1', 'alreadyShippedBy'], ['LL-1', 'alreadyClosed'], ['done', 'nothingToClose']);
  });

  it('the screen shows what is loaded of what is expected: first what does not belong, then what is missing', () => {
    const worker = dock().scan(['LL-1', 'opened'], ['TRACK1', 'loaded']);
    expect(worker.view.headline).toEqual({ key: 'scan.headline.list', params: { no: 'LL-1', carrier: 'DHL', done: 1, of: 2 } });
    expect(worker.view.progress).toEqual({ done: 1, of: 2 });
    expect(lines(worker)).toEqual([
      ['TRACK6', 0, 'blocked'],
      ['TRACK2', 0, 'open'],
      ['TRACK1', 1, 'open'],
    ]);
  });

  it('a vehicle leaves without what is missing only when somebody says so; a missing parcel found meanwhile is loaded', () => {
    const worker = dock().scan(['LL-1', 'opened'], ['done', 'listEmpty'], ['TRACK1', 'loaded'], ['done', 'loadOpen']);
    expect(worker.state.prompt).toMatchObject({ ask: 'leave', options: [{ code: '1', label: 'scan.leave' }] });
    expect(worker.state.entries.at(-1)?.params).toMatchObject({ left: 1, parcels: 'TRACK2' });
    worker.scan(['done', 'loadOpen'], ['undo', 'dropped'], ['done', 'loadOpen'], ['1', 'departed']);
    expect(worker.booked).toHaveLength(2);
    dock().scan(['LL-1', 'opened'], ['TRACK1', 'loaded'], ['done', 'loadOpen'], ['TRACK2', 'loadedAll'], ['done', 'departed']);
  });

  it.each([
    ["another carrier's parcel", 'TRACK3', 'otherCarrier'],
    ['an unlabelled parcel', 'P-4', 'notLabelled'],
    ['a parcel of another vehicle', 'TRACK5', 'otherList'],
    ['a parcel of a stopped order', 'TRACK6', 'blocked'],
  ])('%s is refused', (_case, code, said) => {
    expect(dock([list(1), list(2)]).scan(['LL-1', 'opened'], [code, said]).booked).toEqual([]);
  });

  it('a parcel loaded twice is named with who loaded it', () => {
    const worker = dock().scan(['LL-1', 'opened'], ['TRACK1', 'loaded'], ['TRACK1', 'alreadyLoadedBy']);
    expect(worker.state.entries.at(-1)?.params).toMatchObject({ parcel: 'TRACK1', who: ME, list: 'LL-1' });
  });

  it('an order stopped after it was loaded keeps the vehicle here until its parcel is scanned off', () => {
    const loaded = [parcel(1, { state: 'loaded', loadingListId: id('d', 1) }), parcel(2, { state: 'loaded', loadingListId: id('d', 1) })];
    const worker = new Worker(
      work('shippingScan', {
        tasks: [task(1, [], { parcels: loaded.slice(0, 1) }), task(2, [], { parcels: loaded.slice(1), blockers: [...stopped] })],
        loadingLists: [list(1)],
      }),
    );
    worker.scan(['LL-1', 'opened'], ['done', 'blocked'], ['TRACK2', 'unloaded'], ['TRACK2', 'blocked'], ['done', 'departed']);
    expect(worker.booked).toEqual([
      { do: 'unload', parcelId: id('c', 2) },
      { do: 'handOverList', loadingListId: id('d', 1) },
    ]);
  });

  it('undo takes a parcel off again, and brings back a vehicle that has just left', () => {
    const worker = dock().scan(['LL-1', 'opened'], ['TRACK1', 'loaded'], ['undo', 'undone'], ['TRACK1', 'loaded'], ['TRACK2', 'loadedAll']);
    worker.scan(['done', 'departed'], ['undo', 'undone']);
    expect(worker.view.headline?.params).toMatchObject({ no: 'LL-1', done: 2, of: 2 });
    expect(worker.state.prompt.ask).toBe('finish');
  });

  it('a dock or a carrier opens the vehicle that is loaded there; of several one is chosen; none is told', () => {
    dock([list(1, { dock: 'GATE-2' })]).scan(['GATE-2', 'opened'], ['TRACK1', 'loaded']);
    dock([list(1)]).scan(['dhl', 'opened']);
    const two = dock([list(1, { vehicle: 'HH-K 1' }), list(2)]).scan(['DHL', 'answerNext']);
    expect(two.state.prompt.options.map(({ text }) => text)).toEqual(['LL-1 · DHL · HH-K 1', 'LL-2 · DHL']);
    two.scan(['2', 'opened']);
    expect(two.state.at.listId).toBe(id('d', 2));
    dock([list(1), list(2)]).scan(['DHL', 'answerNext'], ['LL-1', 'opened'], ['LL-2', 'switched']);
    dock().scan(['UPS', 'noList'], ['FEDEX', 'unknownCode']);
  });
});

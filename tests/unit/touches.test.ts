import { describe, expect, it } from 'vitest';
import { press } from '#contract/scanning/station/step';
import { id, line, PLACES, parcel, pickLine, picklist, task, Worker, work } from '../support/station.ts';

/** A touch is one scan, one key or one tap. What a job takes may fall; a change that lets it rise fails here. */
class Hands extends Worker {
  touches = 0;
  does(...codes: string[]): this {
    for (const code of codes) {
      this.touches += 1;
      this.say(code);
    }
    return this;
  }
  keys(figures: string): this {
    for (const key of figures) {
      this.touches += 1;
      this.state = press(this.state, key);
    }
    return this;
  }
}

const five = [1, 2, 3, 4, 5];
const SKUS = five.map((n) => `SKU-${n}`);

describe('touches of the standard jobs', () => {
  it('10 pieces are received by 5 touches', () => {
    const dock = new Hands(work('receiving', { tasks: [task(1, [line(1, 1, 10)], { kind: 'inbound', status: 'receiving' })] }));
    dock.does('T-1', 'SKU-1').keys('10').does('done');
    expect(dock.booked).toMatchObject([{ do: 'receive', qty: 10 }, { do: 'closeReceipt' }]);
    expect(dock.touches).toBe(5);
  });

  it('5 lines of 4 pieces are picked by 12 touches', () => {
    const places = five.map((n) => ({ id: id('p', 20 + n), code: `L-${n}`, kind: 'shelf', merchantId: null, blocked: false }));
    const items = SKUS.map((sku, i) => ({ ...(work('pickingScan').items[0] as object), id: id('i', i + 1), sku }));
    const lines = five.map((n) => pickLine(n, 1, n, n, id('p', 20 + n), 4, { placeCode: `L-${n}` }));
    const cart = { id: PLACES.cart, code: 'CART-1', kind: 'cart', merchantId: null, blocked: false };
    const picker = new Hands(
      work('pickingScan', {
        items: items as never,
        places: [...places, cart],
        tasks: [
          task(
            1,
            five.map((n) => line(n, n, 4)),
          ),
        ],
        picklists: [picklist(1, lines)],
      }),
    );
    picker.does('PL-1', ...five.flatMap((n) => [`L-${n}`, `SKU-${n}`]), 'CART-1');
    expect(picker.booked).toMatchObject(five.map(() => ({ do: 'pick', qty: 4 })));
    expect(picker.state.work.picklists[0]?.lines.every(({ qty, picked }) => qty === picked)).toBe(true);
    expect(picker.touches).toBe(12);
  });

  it('3 pieces are packed, with their parcel closed for its label, by 5 touches, and by 4 where the next order follows', () => {
    const order = (n: number) => task(n, [line(n, 1, 3, { picked: 3 })]);
    const table = new Hands(work('packScanOrder', { tasks: [order(1), order(2)] }));
    table.does('T-1', 'SKU-1', 'SKU-1', 'SKU-1', 'done');
    expect(table.booked.at(-1)).toMatchObject({ do: 'closeParcel' });
    expect(table.touches).toBe(5);
    const row = new Hands(work('packScanOrder', { tasks: [order(1), order(2)] }));
    row.does('T-1', 'SKU-1', 'SKU-1', 'SKU-1');
    expect(row.touches).toBe(4);
    row.does('T-2');
    expect(row.booked.at(-1)).toMatchObject({ do: 'closeParcel', taskId: id('t', 1) });
  });

  it('20 parcels are shipped by 22 touches', () => {
    const parcels = Array.from({ length: 20 }, (_, i) => parcel(i + 1));
    const lists = [{ id: id('d', 1), no: 'LL-1', carrier: 'DHL', state: 'open' as const, dock: 'GATE-1', vehicle: '' }];
    const gate = new Hands(work('shippingScan', { tasks: [task(1, [], { parcels })], loadingLists: lists }));
    gate.does('GATE-1', ...parcels.map(({ trackingNo }) => trackingNo), 'done');
    expect(gate.booked.at(-1)).toMatchObject({ do: 'handOverList' });
    expect(gate.touches).toBe(22);
  });
});

import { isContainer } from '#contract/core/barcode/check-digits';
import { groupBy } from '#contract/core/group-by';
import { returnReasonNo } from '#contract/orders/returns';
import { type Build, type Builder, dayOf, joined, senderOf } from './builder.ts';
import { goodsOf, type Order, ordersOf, type Parcel, parcelFacts, weightOf } from './order-data.ts';

/**
 * Lines by parcel. `short` is the quantity in none of these parcels and of no earlier delivery. An order without packed parcels prints the
 * ordered quantities.
 */
function packedLines({ lines, contents, parcels: known }: Order, parcels: readonly Parcel[], before: readonly Parcel[]) {
  const noOf = new Map(parcels.map(({ id, no }) => [id, no]));
  const done = new Set([...parcels, ...before].map(({ id }) => id));
  const byLine = groupBy(contents, ({ lineId }) => lineId);
  return lines.flatMap((line) => {
    const own = byLine.get(line.id) ?? [];
    const open = line.due - own.filter(({ parcelId }) => done.has(parcelId)).reduce((sum, { qty }) => sum + qty, 0);
    if (known.length === 0) return line.due > 0 ? [goodsOf(line, line.due)] : [];
    const here = own.flatMap(({ parcelId, qty, serials }) => {
      const parcel = noOf.get(parcelId);
      return parcel === undefined ? [] : [{ ...goodsOf(line, qty), serials: serials.slice(0, 5000), parcel, short: null as number | null }];
    });
    const [first, ...rest] = here;
    if (first) return [{ ...first, short: open > 0 ? open : null }, ...rest];
    return open > 0 ? [{ ...goodsOf(line, 0), short: open }] : [];
  });
}

function packed({ house, options }: Build, order: Order, parcels: readonly Parcel[], before: readonly Parcel[]) {
  const { head } = order;
  const lines = packedLines(order, parcels, before);
  return {
    house,
    merchant: head.merchant,
    orderNo: head.no,
    reference: head.ref,
    from: senderOf(house, head.consignor),
    to: head.consignee,
    shipDate: options.shipDate ?? dayOf(head.shipAt),
    printedAt: head.today,
    carrier: head.carrier,
    remark: head.remark,
    pieces: lines.reduce((sum, { qty }) => sum + qty, 0),
    weight: weightOf(order, parcels),
    parcels: parcels.map(parcelFacts),
    lines,
  };
}

const each = async <T extends object>(build: Build, make: (order: Order) => T): Promise<Map<string, T>> =>
  new Map((await ordersOf(build)).map((order) => [order.id, make(order)]));

export const packlist: Builder = (build) => each(build, (order) => packed(build, order, order.parcels, []));

/**
 * Delivery note of one delivery: parcels handed over on one day, or not handed over yet. Its number is the order's number and the
 * delivery's (`S-1042-L2`), so that each delivery has a number that does not change when printed again.
 */
export const deliveryNote: Builder = (build) =>
  each(build, (order) => {
    // Days in ascending order; parcels not handed over come last.
    const days = [...new Set(order.parcels.map(({ day }) => day))].sort((a, b) => (a || '9').localeCompare(b || '9'));
    const n = Math.min(build.options.delivery ?? days.length, Math.max(1, days.length));
    const day = days[n - 1] ?? '';
    const before = order.parcels.filter((parcel) => days.indexOf(parcel.day) < n - 1);
    const note = packed(
      build,
      order,
      order.parcels.filter((parcel) => parcel.day === day),
      before,
    );
    const requested = dayOf(order.head.requestedAt);
    return {
      ...note,
      shipDate: build.options.shipDate ?? (day || dayOf(order.head.today)),
      no: `${order.head.no}-L${Math.max(1, n)}`,
      deliveryDate: requested,
    };
  });

/** Announced and received quantities. A tracking number in the format of a container number is printed as container. */
export const receivingSheet: Builder = (build) =>
  each(build, ({ head, lines }) => ({
    house: build.house,
    no: head.no,
    merchant: head.merchant,
    reference: joined([head.ref, head.pickupFrom], ' · '),
    container: isContainer(head.trackingNo) ? head.trackingNo : '',
    expectedAt: head.pickupDate || (head.requestedAt ?? ''),
    printedAt: head.today,
    remark: head.remark,
    boxes: head.boxes,
    pallets: head.pallets,
    pieces: lines.reduce((sum, { due }) => sum + due, 0),
    lines: lines.map((line) => ({
      ...goodsOf(line, line.due),
      // Empty before the receipt, to be filled in by hand.
      received: line.received || null,
      short: line.received > 0 && line.received < line.due ? line.due - line.received : null,
    })),
  }));

/** Return slip, enclosed with an order or made for a return: from the customer to the house. In a return, the consignor is the customer. */
export const returnSlip: Builder = (build) =>
  each(build, ({ head, lines, parcels }) => {
    const isReturn = head.kind === 'retour';
    const sent = lines.some(({ shipped }) => shipped > 0);
    return {
      house: build.house,
      merchant: head.merchant,
      orderNo: isReturn ? head.parentNo || head.no : head.no,
      reference: isReturn ? head.parentRef || head.ref : head.ref,
      retourNo: head.retourNo || joined(parcels.map(({ retourNo }) => retourNo)),
      printedAt: head.today,
      from: isReturn ? head.consignor : head.consignee,
      to: build.house.address,
      lines: lines
        .map((line) => ({
          ...goodsOf(line, !isReturn && sent ? line.shipped : line.due),
          reason: line.returnReason === null ? '' : String(returnReasonNo(line.returnReason)),
        }))
        .filter(({ qty }) => qty > 0),
    };
  });

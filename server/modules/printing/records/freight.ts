import type { Address } from '#contract/core/fields';
import { groupBy } from '#contract/core/group-by';
import { type Build, type Builder, dayOf, joined, nameIn, senderOf, volumeOf, wholeSum } from './builder.ts';
import { type Line, type Order, ordersOf, type Parcel, weightOf } from './order-data.ts';
import { ssccOf } from './routing.ts';

const vehicleOf = (parcels: readonly Parcel[]): string => joined(parcels.map(({ vehicle }) => vehicle));
const placeOf = ({ zip, city, country }: Address): string => joined([[zip, city].filter(Boolean).join(' '), country]);

/** The proof of delivery that the consignee signs. Left blank for handwriting if nothing was handed over yet. */
export const proofOfDelivery: Builder = async (build) =>
  new Map(
    (await ordersOf(build)).map((order) => {
      const { head, parcels } = order;
      const pallets = parcels.filter(({ kind }) => kind === 'pallet').length;
      const arrived = parcels.map(({ deliveredAt }) => deliveredAt).sort();
      return [
        order.id,
        {
          house: build.house,
          orderNo: head.no,
          reference: head.ref,
          trackingNo: joined(parcels.map(({ trackingNo }) => trackingNo)),
          from: senderOf(build.house, head.consignor),
          to: head.consignee,
          place: placeOf(head.consignee),
          packages: parcels.map((parcel) => ({
            no: parcel.no,
            kind: nameIn(build.options, `parcels.kinds.${parcel.kind}`),
            qty: 1,
            weight: parcel.weight,
          })),
          weight: weightOf(order, parcels),
          carrier: head.carrier,
          vehicle: vehicleOf(parcels),
          receivedAt: arrived.every(Boolean) ? (arrived.at(-1) ?? '') : '',
          printedAt: head.today,
          palletsOut: pallets || null,
        },
      ];
    }),
  );

/** Nature of the goods for customs and carrier: categories of the items, otherwise their names. */
const natureOf = (lines: readonly Line[]): string => joined(lines.map(({ category, name }) => category || name));

/** One line per kind of package. The marks are SSCCs or package numbers. */
function goods({ options }: Build, { lines, contents, parcels }: Order): object[] {
  const kinds = groupBy(parcels, ({ kind }) => kind);
  return [...kinds].map(([kind, some]) => {
    const inside = new Set(contents.filter(({ parcelId }) => some.some(({ id }) => id === parcelId)).map(({ lineId }) => lineId));
    const own = lines.filter(({ id }) => inside.size === 0 || inside.has(id));
    return {
      marks: joined(some.map(({ unit, no }) => ssccOf(unit) || no)),
      packages: some.length,
      packing: nameIn(options, `parcels.kinds.${kind}`),
      nature: natureOf(own),
      statNo: joined(own.map(({ hsCode }) => hsCode)),
      weight: wholeSum(some.map(({ weight }) => weight)),
      volume: wholeSum(some.map(volumeOf)),
    };
  });
}

/** Goods of an order without packages, as announced by the office. */
function announced({ options }: Build, order: Order): object[] {
  const { pallets, boxes } = order.head;
  const kind = pallets ? 'pallet' : 'parcel';
  return [
    {
      marks: order.head.ref || order.head.no,
      packages: pallets || boxes || 1,
      packing: nameIn(options, `parcels.kinds.${kind}`),
      nature: natureOf(order.lines),
      statNo: joined(order.lines.map(({ hsCode }) => hsCode)),
      weight: weightOf(order, []),
    },
  ];
}

export const cmr: Builder = async (build) =>
  new Map(
    (await ordersOf(build)).map((order) => {
      const { house, options } = build;
      const { head, parcels } = order;
      const lines = parcels.length > 0 ? goods(build, order) : announced(build, order);
      const german = house.address.country === 'DE' && options.locales.includes('de');
      const dangerous = order.lines.filter((line) => line.dangerous || line.unNumber);
      const today = options.shipDate ?? dayOf(head.shipAt);
      return [
        order.id,
        {
          no: head.no,
          order: options.cmrOrder ?? (german ? 'german' : 'international'),
          sender: senderOf(house, head.consignor),
          consignee: head.consignee,
          deliveryPlace: placeOf(head.consignee),
          takingPlace: placeOf(house.address),
          takingDate: today,
          goods: lines,
          packages: parcels.length || (lines[0] as { packages: number }).packages,
          weight: weightOf(order, parcels),
          volume: wholeSum(parcels.map(volumeOf)),
          adr: { un: joined(dangerous.map(({ unNumber }) => unNumber)), name: joined(dangerous.map(({ name }) => name)) },
          instructions: head.remark,
          carrier: { name1: head.carrier },
          establishedIn: house.address.city,
          establishedOn: today,
          plate: vehicleOf(parcels),
        },
      ];
    }),
  );

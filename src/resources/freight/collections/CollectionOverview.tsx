import { Changes } from '../../../core/charts/Changes.tsx';
import { Offers } from '../../../core/charts/Offers.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { Steps } from '../../../core/charts/Steps.tsx';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { dayKey, formatDate } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';
import { Goods } from '../Goods.tsx';

const isDone = (row: Row): boolean => row['status'] === 'finish';
const happened = (row: Row, name: string): string | null => (row[name] ? formatDate(asText(row[name])) : null);

/** A planned day with its hours, such as “planned 2026-11-25 · 08:00–16:00”. Empty without a day. */
function usePlanned(row: Row): (day: string, from: string, to: string) => string {
  const t = useT();
  return (day, from, to) => {
    if (!row[day]) return '';
    const hours = [row[from], row[to]].map(asText).filter(Boolean).join('–');
    return [t('containers.page.planned', { date: asText(row[day]) }), hours].filter(Boolean).join(' · ');
  };
}

/** The way of the goods: of a request until an offer is accepted, of an order from the pick-up to the storehouse. */
function Way({ row }: { row: Row }) {
  const t = useT();
  const planned = usePlanned(row);
  const late = (day: string, at: string): boolean => !row[at] && !isDone(row) && Boolean(row[day]) && asText(row[day]) < dayKey(new Date());
  const step = (key: string, at: string | null, note = '', stop = false) => ({ key, title: t(`collections.steps.${key}`), at, note, stop });
  const created = formatDate(asText(row['createdAt']));
  const settled = step('settled', isDone(row) ? happened(row, 'statusSince') : null);
  const offers = Number(row['offers'] ?? 0);
  const steps =
    row['kind'] === 'collectRequest'
      ? [
          step('requested', created),
          step('offered', offers > 0 ? t('collections.steps.offers', { count: offers }) : null),
          step('accepted', row['orderId'] ? asText(row['carrierIdLabel']) || t('collections.steps.yes') : null),
          step('pickedUp', happened(row, 'underWayAt'), planned('pickupDate', 'timeFrom', 'timeTo')),
        ]
      : [
          step('ordered', created, asText(row['carrierIdLabel'])),
          step('pickedUp', happened(row, 'underWayAt'), planned('pickupDate', 'timeFrom', 'timeTo'), late('pickupDate', 'underWayAt')),
          step(
            'delivered',
            happened(row, 'arrivedAt'),
            planned('deliveryDate', 'deliveryFrom', 'deliveryTo'),
            late('deliveryDate', 'arrivedAt'),
          ),
          settled,
        ];
  return (
    <section>
      <h2>{t('collections.steps.title')}</h2>
      <Steps steps={steps} label={t('collections.steps.title')} />
    </section>
  );
}

/** The way of a collection, its documents and goods, its changes and the carriers' offers. */
export function CollectionOverview({ row }: PartProps) {
  const t = useT();
  return (
    <div className="f-page">
      <Way row={row} />
      <Papers
        row={row}
        papers={[
          ['collections', 'requestId', 'services.papers.request'],
          ['collections', 'orderId', 'services.papers.order'],
          ['tasks', 'inboundId', 'services.papers.inbound'],
        ]}
      />
      <Changes id={asText(row['id'])} area="collections" />
      {row['packingList'] ? (
        <section>
          <h2>{t('collections.sections.goods')}</h2>
          <Goods text={asText(row['packingList'])} inboundId={asText(row['inboundId'])} />
        </section>
      ) : null}
      {row['kind'] === 'collectRequest' && allowed('offers.accept') ? (
        <Offers id={asText(row['id'])} area="collections" open={!row['orderId']} />
      ) : null}
    </div>
  );
}

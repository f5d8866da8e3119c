import { Changes } from '../../../core/charts/Changes.tsx';
import { Offers } from '../../../core/charts/Offers.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { asText, isRecord } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';

/** Where and when goods are collected, what they are, and the carriers' offers. */
export function CollectionOverview({ row }: PartProps) {
  const t = useT();
  const { date } = useFormat();
  const part = (name: string): string => (isRecord(row['pickup']) ? asText(row['pickup'][name]) : '');
  const when = (day: string, from: string, to: string): string => {
    const on = asText(row[day]);
    return [on && date(on), [asText(row[from]), asText(row[to])].filter(Boolean).join('–')].filter(Boolean).join(', ');
  };
  const address = [
    part('name1'),
    [part('streetName'), part('streetNumber')].filter(Boolean).join(' '),
    [part('country'), part('zip'), part('city')].filter(Boolean).join(' '),
  ];
  const facts: [string, string][] = [
    ['collections.fields.pickup', address.filter(Boolean).join(', ')],
    ['collections.fields.pickupDate', when('pickupDate', 'timeFrom', 'timeTo')],
    ['collections.fields.storehouseId', asText(row['storehouseIdLabel'])],
    ['collections.fields.deliveryDate', when('deliveryDate', 'deliveryFrom', 'deliveryTo')],
    ['collections.fields.contact', [asText(row['contact']), part('phone')].filter(Boolean).join(', ')],
    ['collections.fields.goods', asText(row['goods'])],
    ['collections.fields.palletQty', asText(row['palletQty'])],
    ['collections.fields.boxQty', asText(row['boxQty'])],
    ['collections.fields.carrierId', asText(row['carrierIdLabel'])],
    ['services.fields.remark', asText(row['remark'])],
  ];
  return (
    <div className="f-page">
      <section>
        <h2>{t('collections.sections.pickup')}</h2>
        <dl className="f-facts">
          {facts.map(([label, value]) =>
            value === '' ? null : (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
      </section>
      <Papers
        row={row}
        papers={[
          ['collections', 'requestId', 'services.papers.request'],
          ['collections', 'orderId', 'services.papers.order'],
          ['tasks', 'inboundId', 'services.papers.inbound'],
        ]}
      />
      <Changes id={asText(row['id'])} area="collections" />
      {row['kind'] === 'collectRequest' && allowed('offers.accept') ? (
        <Offers id={asText(row['id'])} area="collections" open={!row['orderId']} />
      ) : null}
    </div>
  );
}

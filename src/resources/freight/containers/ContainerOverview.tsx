import { useState } from 'react';
import { Changes } from '../../../core/charts/Changes.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { Steps } from '../../../core/charts/Steps.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { dayKey, formatDate } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { Goods } from '../Goods.tsx';
import { ChargesTable, firstCharged, useCharges } from './Charges.tsx';

const DAY = 86_400_000;
/** Number of days from one calendar date to another. */
const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

const NOTES = {
  demurrage: ['containers.page.free', 'containers.page.charged'],
  detention: ['containers.page.returnBy', 'containers.page.detained'],
} as const;

/** The position of a container, what it costs beyond its free days, and its contents. */
export function ContainerOverview({ row }: PartProps) {
  const t = useT();
  const text = (name: string): string => asText(row[name]);
  const happened = (name: string): string | null => (row[name] ? formatDate(text(name)) : null);
  const planned = (name: string): string => (row[name] ? t('containers.page.planned', { date: text(name) }) : '');
  const [today] = useState(() => dayKey(new Date()));
  const eta = text('eta');
  const arrived = row['arrivedAt'] ? dayKey(text('arrivedAt')) : null;
  const late = eta ? days(eta, arrived ?? today) : 0;
  const charges = useCharges(text('id'), Number(row['version']));
  const note = (kind: 'demurrage' | 'detention'): string => {
    const charge = charges?.[kind];
    if (!charge || charge.ended) return '';
    const [free, charged] = NOTES[kind];
    if (charge.days > 0) return t(charged, { date: firstCharged(charge), count: charge.days });
    return t(free, { date: charge.lastFreeDay, count: days(today, charge.lastFreeDay) });
  };
  const begun = (kind: 'demurrage' | 'detention'): boolean => Boolean(charges?.[kind] && !charges[kind].ended && charges[kind].days > 0);
  const steps = [
    { key: 'announced', title: t('containers.page.announced'), at: formatDate(text('createdAt')) },
    {
      key: 'sailed',
      title: t('containers.page.sailed'),
      at: happened('underWayAt'),
      note: [planned('etd'), text('portOfLoading')].filter(Boolean).join(' · '),
    },
    {
      key: 'arrived',
      title: t('containers.page.arrived'),
      at: happened('arrivedAt'),
      note: [planned('eta'), text('portOfDischarge'), late > 0 ? t('containers.page.late', { count: late }) : '']
        .filter(Boolean)
        .join(' · '),
      stop: late > 0 && arrived === null,
    },
    {
      key: 'pickedUp',
      title: t('containers.page.pickedUp'),
      at: happened('pickedUpAt'),
      note: note('demurrage'),
      stop: begun('demurrage'),
    },
    { key: 'devanned', title: t('containers.page.devanned'), at: happened('devannedAt') },
    {
      key: 'returned',
      title: t('containers.page.returned'),
      at: happened('returnedAt'),
      note: note('detention'),
      stop: begun('detention'),
    },
    { key: 'settled', title: t('containers.page.settled'), at: text('status') === 'finish' ? happened('statusSince') : null },
  ];
  return (
    <div className="f-page">
      <section>
        <h2>{t('containers.page.way')}</h2>
        <Steps steps={steps} label={t('containers.page.way')} />
      </section>
      <Changes id={asText(row['id'])} area="containers" />
      <Papers row={row} papers={[['tasks', 'inboundId', 'services.papers.inbound']]} />
      <section>
        <h2>{t('containers.page.goods')}</h2>
        <Goods text={text('packingList')} inboundId={text('inboundId')} />
      </section>
      {charges ? <ChargesTable charges={charges} /> : null}
      {text('remark') ? <p>{text('remark')}</p> : null}
    </div>
  );
}

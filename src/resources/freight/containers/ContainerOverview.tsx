import { useState } from 'react';
import { Changes } from '../../../core/charts/Changes.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { Steps } from '../../../core/charts/Steps.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { formatDate } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { Goods } from './Goods.tsx';

const DAY = 86_400_000;
/** Number of days from one calendar date to another. */
const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The position of a container, its free days, and its contents. */
export function ContainerOverview({ row }: PartProps) {
  const t = useT();
  const text = (name: string): string => asText(row[name]);
  const happened = (name: string): string | null => (row[name] ? formatDate(text(name)) : null);
  const planned = (name: string): string => (row[name] ? t('containers.page.planned', { date: text(name) }) : '');
  const [today] = useState(() => formatDate(new Date()));
  const [eta, last] = [text('eta'), text('lastFreeDay')];
  const arrived = happened('arrivedAt');
  const late = eta ? days(eta, arrived ?? today) : 0;
  const left = last ? days(today, last) : 0;
  const standing = arrived !== null && !row['devannedAt'] && text('status') !== 'finish';
  const free =
    last && standing ? t(left >= 0 ? 'containers.page.free' : 'containers.page.charged', { date: last, count: Math.abs(left) }) : '';
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
      at: arrived,
      note: [planned('eta'), text('portOfDischarge'), late > 0 ? t('containers.page.late', { count: late }) : '']
        .filter(Boolean)
        .join(' · '),
      stop: late > 0 && arrived === null,
    },
    { key: 'devanned', title: t('containers.page.devanned'), at: happened('devannedAt'), note: free, stop: free !== '' && left < 0 },
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
      {text('remark') ? <p>{text('remark')}</p> : null}
    </div>
  );
}

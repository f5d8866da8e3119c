import Button from 'antd/es/button';
import { Link, useNavigate } from 'react-router';
import { STATION_PATHS } from '#contract/scanning/station-paths';
import { Bar } from '../../../core/charts/Bar.tsx';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { asNumber, asText } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { mayOpen } from '../../../providers/access.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { recordPath } from '../../../providers/routes.ts';
import { type PickLine, usePickLines } from './picking.ts';
import './picking.css';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';

function LineRow({ line }: { line: PickLine }) {
  const t = useT();
  const { number } = useFormat();
  const image = fileAddress(line.image);
  const to = recordPath('tasks', line.taskId, mayOpen);
  const done = line.picked + line.short >= line.qty;
  return (
    <tr data-done={done || undefined}>
      <th scope="row" className="m-mono">
        <Whole text={line.place} />
        {line.zone ? <small>{t('picklists.page.zone', { zone: line.zone })}</small> : null}
      </th>
      <td className="p-goods">
        {image ? <img className="m-thumb" src={image} alt="" loading="lazy" /> : null}
        <span>
          <span className="m-mono">{line.sku}</span> {line.name}
          {line.lot ? <small>{line.lot}</small> : null}
        </span>
      </td>
      <td>
        {to ? (
          <Link to={to}>
            <Whole text={line.taskNo} />
          </Link>
        ) : (
          <Whole text={line.taskNo} />
        )}{' '}
        {line.blocked ? <StatusTag meaning="stop">{t('picklists.page.blocked')}</StatusTag> : null}
      </td>
      <td className="p-qty m-figures">
        {t('picklists.page.pickedOf', { picked: number(line.picked), qty: number(line.qty) })}
        <Bar
          of={line.qty}
          parts={[
            { value: line.picked, meaning: 'done' },
            { value: line.short, meaning: 'stop' },
          ]}
        />
        {line.short > 0 ? (
          <small className="p-short">{t('picklists.page.short', { n: number(line.short), reason: line.shortReason })}</small>
        ) : null}
      </td>
    </tr>
  );
}

/** The lines in pick sequence. */
function WayTable({ lines }: { lines: readonly PickLine[] }) {
  const t = useT();
  return (
    <table className="m-table p-lines">
      <caption className="m-hidden">{t('picklists.page.way')}</caption>
      <TableHead
        columns={[
          { label: t('picklists.page.place') },
          { label: t('picklists.page.goods') },
          { label: t('picklists.page.order') },
          { label: t('picklists.fields.picked') },
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  );
}

/** A picklist in pick sequence, with its progress. */
export function PickOverview({ row }: PartProps) {
  const t = useT();
  const navigate = useNavigate();
  const { number } = useFormat();
  const id = asText(row['id']);
  const query = usePickLines(id);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const lines = query.data;
  if (!lines) return <ListSkeleton rows={8} />;
  const count = (name: string): number => asNumber(row[name]) ?? 0;
  const state = asText(row['state']);
  return (
    <div className="p-page">
      <div className="p-head">
        <p className="m-figures">
          {t('picklists.page.progress', {
            picked: number(count('picked')),
            pieces: number(count('pieces')),
            count: count('orders'),
          })}
        </p>
        <Bar
          of={count('pieces')}
          parts={[
            { value: count('picked'), meaning: 'done' },
            { value: count('short'), meaning: 'stop' },
          ]}
        />
        <p className="m-actions">
          {state === 'open' || state === 'printed' || state === 'picking' ? (
            <Button type="primary" onClick={() => void navigate(STATION_PATHS.pickingScan)}>
              {t('picklists.page.toStation')}
            </Button>
          ) : null}
        </p>
      </div>
      <WayTable lines={lines} />
    </div>
  );
}

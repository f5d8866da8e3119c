import { Fragment } from 'react';
import { Link } from 'react-router';
import { REFUSAL_REASONS } from '#contract/scanning/commands';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useRow } from '../../../core/mask/data.ts';
import { asNumber, asText, isNothing, isRecord, type Row } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { hasText, useT } from '../../../providers/i18n.ts';
import './scan-page.css';

/** Areas of the ids in a scan command, by the field that holds them. Lines of orders and picklists have no page. */
const AREAS: Readonly<Record<string, string>> = {
  taskId: 'tasks',
  parentId: 'tasks',
  itemId: 'items',
  compartmentId: 'compartments',
  fromId: 'compartments',
  toId: 'compartments',
  cartId: 'compartments',
  parcelId: 'parcels',
  loadingListId: 'loadingLists',
  unitId: 'mergedUnits',
  countId: 'counts',
  merchantId: 'merchants',
  scanId: 'scans',
};
/** What a command is told by, in this order. The other fields stand in the raw data. */
const DETAIL_FIELDS = [
  'qty',
  'itemId',
  'serial',
  'lot',
  'expiry',
  'condition',
  'outcome',
  'fromId',
  'toId',
  'compartmentId',
  'cartId',
  'unitId',
  'parcelId',
  'loadingListId',
  'countId',
  'taskId',
  'weight',
  'oldCode',
  'newCode',
  'scanId',
  'reason',
  'note',
] as const;

/** A record that the scan names, as a link with its title. */
function Named({ area, id }: { area: string; id: string }) {
  const row = useRow(area, id, true).data;
  const path = useLinkTo()(area, id);
  const title = asText(row?.['rowTitle']) || '…';
  return path ? <Link to={path}>{title}</Link> : title;
}

function Value({ name, value }: { name: string; value: unknown }) {
  const t = useT();
  const { number } = useFormat();
  const area = AREAS[name];
  if (area) return <Named area={area} id={asText(value)} />;
  const figure = asNumber(value);
  if (name === 'weight' && figure !== null) return `${number(figure / 1000, { maximumFractionDigits: 3 })} kg`;
  if (figure !== null) return number(figure);
  const text = asText(value);
  // Texts of another area: only a call of `t` fetches them.
  if (name === 'condition') return t(`stockBalances.conditions.${text}`);
  const key = { outcome: 'scan.outcomes', reason: 'scan.reasons' }[name];
  return key && hasText(`${key}.${text}`) ? t(`${key}.${text}`) : text;
}

/** Why nothing was booked, as the station said it. */
function useReason(row: Row): string {
  const t = useT();
  const why = asText(row['why']);
  const params = isRecord(row['params']) ? row['params'] : {};
  const values = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, asText(value)]));
  return Object.hasOwn(REFUSAL_REASONS, why) ? t(`scan.refusals.${why}`, values) : why;
}

/** What a scan booked in words, or why it was refused; the data that the device sent is folded below. */
export function ScanOverview({ row }: PartProps) {
  const t = useT();
  const reason = useReason(row);
  const body = isRecord(row['body']) ? row['body'] : {};
  const command = isRecord(body['act']) ? body['act'] : {};
  const act = asText(row['act']);
  const details = DETAIL_FIELDS.filter((name) => !isNothing(command[name]));
  const refused = row['outcome'] === 'refused';
  return (
    <section className="r-card s-scan">
      <h2>{t(refused ? 'scans.page.refused' : 'scans.page.booked')}</h2>
      <p className="s-scan-act">{hasText(`scans.acts.${act}`) ? t(`scans.acts.${act}`) : act}</p>
      {refused && reason ? <p className="m-bar m-bar-stop">{reason}</p> : null}
      {details.length > 0 ? (
        <dl>
          {details.map((name) => (
            <Fragment key={name}>
              <dt>{t(`scans.body.${name}`)}</dt>
              <dd>
                <Value name={name} value={command[name]} />
              </dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
      <details>
        <summary>{t('scans.fields.body')}</summary>
        <pre className="m-mono">{JSON.stringify(body, null, 2)}</pre>
      </details>
    </section>
  );
}

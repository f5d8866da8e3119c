import { Link } from 'react-router';
import { addDays, houseToday } from '#contract/core/house-day';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useRelated, useRow } from '../../../core/mask/data.ts';
import { useFields, useText } from '../../../core/mask/field-context.ts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { Sums } from '../../../core/mask/kinds/LineSums.tsx';
import { rowsOfLines } from '../../../core/mask/kinds/lines.tsx';
import { Cell } from '../../../core/mask/kinds/registry.tsx';
import type { BesideProps } from '../../../core/mask/parts.ts';
import { formatDay, formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import './purchase-beside.css';

/** Orders shown of the supplier. */
const LAST = 3;

/** Beside the form of a purchase order: its totals, and what is known of the supplier. */
export function PurchaseBeside({ mask, row }: BesideProps) {
  const supplier = asText(row['supplierId']);
  return (
    <div className="m-beside-parts po-beside">
      <Totals mask={mask} row={row} supplier={supplier} />
      {supplier === '' ? <NoSupplier /> : <Supplier id={supplier} name={asText(row['supplierIdLabel'])} own={asText(row['id'])} />}
    </div>
  );
}

function NoSupplier() {
  const t = useT();
  return (
    <section className="r-card">
      <h2>{t('purchaseOrders.fields.supplierId')}</h2>
      <p className="m-quiet">{t('purchaseOrders.beside.noSupplier')}</p>
    </section>
  );
}

/** The days until a bill of today would be due. */
function DueNote({ supplier, expectedAt }: { supplier: string; expectedAt: string }) {
  const t = useT();
  const locale = useLocale();
  const days = asNumber(useRow('suppliers', supplier).data?.['paymentDays']);
  if (days === null) return null;
  const day = formatDay(addDays(expectedAt || houseToday(), days), locale);
  return <p className="m-quiet">{t('purchaseOrders.beside.due', { count: days, day })}</p>;
}

function Totals({ mask, row, supplier }: Pick<BesideProps, 'mask' | 'row'> & { supplier: string }) {
  const t = useT();
  const field = useFields();
  const { number } = useFormat();
  const spec = mask.fields['lines'];
  const lines = rowsOfLines(row['lines']);
  if (spec?.kind !== 'lines') return null;
  const pieces = lines.reduce((sum, line) => sum + (asText(line['sku']) === '' ? 0 : (asNumber(line['qty']) ?? 0)), 0) / 1000;
  return (
    <section className="r-card po-totals">
      <header>
        <h2>{t('purchaseOrders.beside.totals')}</h2>
        <span className="m-quiet">{t('purchaseOrders.beside.lines', { count: lines.length, pieces: number(pieces) })}</span>
      </header>
      <Sums field={{ ...field('lines', spec, row), spec }} lines={lines} />
      {supplier === '' ? null : <DueNote supplier={supplier} expectedAt={asText(row['expectedAt'])} />}
    </section>
  );
}

function Supplier({ id, name, own }: { id: string; name: string; own: string }) {
  const t = useT();
  const text = useText();
  const field = useFields();
  const linkTo = useLinkTo();
  const supplier = useRow('suppliers', id).data;
  const related = useRelated('suppliers', id).data;
  const path = linkTo('suppliers', id);
  const facts = (related?.facts ?? []).map(({ key, label, spec, value, note, meaning }) => ({
    key,
    label: text(label),
    value: <Cell value={value} field={field(key, spec, {})} />,
    note: note ? (typeof note.text === 'string' ? t(note.text, note.values) : text(note.text)) : '',
    meaning,
  }));
  const known = (['paymentDays', 'contact', 'email', 'phone'] as const).flatMap((key) => {
    const value = supplier?.[key];
    if (value === null || value === undefined || value === '') return [];
    const shown = key === 'paymentDays' ? t('purchaseOrders.beside.days', { count: asNumber(value) ?? 0 }) : asText(value);
    return [{ key, label: t(`suppliers.fields.${key}`), value: shown, note: '', meaning: undefined }];
  });
  const orders = (related?.lists.find(({ area }) => area === 'purchaseOrders')?.rows ?? [])
    .filter((one) => one['id'] !== own)
    .slice(0, LAST);
  return (
    <section className="r-card">
      <header>
        <h2>{name || asText(supplier?.['rowTitle'])}</h2>
        {path ? <Link to={path}>{t('purchaseOrders.beside.openSupplier')}</Link> : null}
      </header>
      <dl className="po-facts">
        {[...facts, ...known].map((one) => (
          <div key={one.key}>
            <dt>{one.label}</dt>
            <dd data-meaning={one.meaning}>
              {one.value}
              {one.note ? <small>{one.note}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
      {orders.length > 0 ? <LastOrders orders={orders} /> : null}
    </section>
  );
}

function LastOrders({ orders }: { orders: readonly Row[] }) {
  const t = useT();
  const locale = useLocale();
  const linkTo = useLinkTo();
  return (
    <>
      <h3>{t('purchaseOrders.beside.last')}</h3>
      <ul className="po-last">
        {orders.map((one) => {
          const id = asText(one['id']);
          const path = linkTo('purchaseOrders', id);
          return (
            <li key={id}>
              {path ? <Link to={path}>{asText(one['no'])}</Link> : asText(one['no'])}
              <span className="m-quiet">{t(`purchaseOrders.statuses.${asText(one['status'])}`)}</span>
              <span>{formatMoney(asNumber(one['gross']) ?? 0, asText(one['currency']) || 'EUR', locale)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

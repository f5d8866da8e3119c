import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { groupBy } from '#contract/core/group-by';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { useLastChoice } from '../../../core/mask/last-choice.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { monthFrom } from '../../../core/month.ts';
import { formatMoney, formatNumber } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { MonthSwitch } from './MonthSwitch.tsx';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import './billing.css';

type Texts = Record<'en' | 'de' | 'cn', string>;
/** The answer of `GET /v0/charges/replay` (server/modules/billing/replay-month.ts). */
type Line = {
  merchantId: string;
  merchant: string;
  categoryId: string;
  category: Texts;
  currency: string;
  count: number;
  before: number;
  after: number;
  unpricedBefore: number;
  unpricedAfter: number;
};
type Replay = { from: string; to: string; count: number; lines: Line[] };
type Sum = { currency: string; before: number; after: number };

const FIELDS: Record<string, FieldSpec> = {
  tariff: { kind: 'reference', area: 'tariffs', label: 'charges.replay.tariff', help: 'charges.replay.tariffHelp' },
  merchant: { kind: 'reference', area: 'merchants', label: 'charges.replay.merchant' },
};

const sumOf = (lines: readonly Line[], currency: string): Sum => ({
  currency,
  before: lines.reduce((sum, line) => sum + line.before, 0),
  after: lines.reduce((sum, line) => sum + line.after, 0),
});
const unpricedOf = (lines: readonly Line[]): number => lines.reduce((sum, { unpricedAfter }) => sum + unpricedAfter, 0);

const chargesOf = ({ from, to }: Replay): string =>
  `/accounting/charges?${new URLSearchParams({ 'f.happenedOn.gte': from, 'f.happenedOn.lte': to })}`;

/** Before, after and difference as cells. The bar compares the difference with the largest one in its currency. */
function Amounts({ sum: { currency, before, after }, most }: { sum: Sum; most?: number }) {
  const locale = useLocale();
  const money = (amount: number): string => formatMoney(amount, currency, locale);
  const difference = after - before;
  return (
    <>
      <td className="m-figures m-end bl-wide">{money(before)}</td>
      <td className="m-figures m-end">{money(after)}</td>
      <td className="m-figures m-end">
        {difference === 0 ? '' : `${difference > 0 ? '+' : ''}${money(difference)}`}
        {most === undefined || difference === 0 ? null : (
          <span className="bl-bar" aria-hidden="true">
            <span data-less={difference < 0} style={{ width: `${(Math.abs(difference) * 100) / most}%` }} />
          </span>
        )}
      </td>
    </>
  );
}

function MerchantRows({ lines, most, open, onToggle }: { lines: readonly Line[]; most: number; open: boolean; onToggle: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [first] = lines;
  if (!first) return null;
  const unpriced = unpricedOf(lines);
  return (
    <>
      <tr>
        <td className="m-name">
          <button type="button" className="bl-toggle" aria-expanded={open} onClick={onToggle}>
            {first.merchant}
          </button>
          {unpriced > 0 ? <div className="m-quiet">{t('charges.replay.unpriced', { count: unpriced })}</div> : null}
        </td>
        <Amounts sum={sumOf(lines, first.currency)} most={most} />
      </tr>
      {open
        ? lines.map((line) => (
            <tr key={line.categoryId} className="bl-part">
              <td className="m-name">
                {line.category[locale]}
                <span className="m-quiet"> · {formatNumber(line.count, {}, locale)}</span>
                {line.unpricedAfter > 0 ? (
                  <div className="m-quiet">{t('charges.replay.unpriced', { count: line.unpricedAfter })}</div>
                ) : null}
              </td>
              <Amounts sum={line} />
            </tr>
          ))
        : null}
    </>
  );
}

function Result({ replay }: { replay: Replay }) {
  const t = useT();
  const locale = useLocale();
  const [open, setOpen] = useState('');
  const { lines } = replay;
  const byMerchant = [...groupBy(lines, ({ merchantId, currency }) => `${merchantId} ${currency}`)].map(([key, some]) => {
    const sum = sumOf(some, some[0]?.currency ?? '');
    return { key, some, sum, difference: Math.abs(sum.after - sum.before) };
  });
  byMerchant.sort((a, b) => b.difference - a.difference);
  const mostOf = (currency: string): number => byMerchant.find(({ sum }) => sum.currency === currency)?.difference || 1;
  const totals = [...groupBy(lines, ({ currency }) => currency)].map(([currency, some]) => sumOf(some, currency));
  const percent = ({ before, after }: Sum): string =>
    before === 0 || before === after
      ? ''
      : ` (${after > before ? '+' : ''}${formatNumber(((after - before) * 100) / before, { maximumFractionDigits: 1 }, locale)} %)`;
  const unpriced = unpricedOf(lines);
  return (
    <>
      <dl className="bl-figures">
        {totals.map((sum) => (
          <div key={sum.currency}>
            <dt>{t('charges.replay.total')}</dt>
            <dd>
              {formatMoney(sum.before, sum.currency, locale)} → {formatMoney(sum.after, sum.currency, locale)}
              {percent(sum)}
            </dd>
          </div>
        ))}
      </dl>
      {unpriced > 0 ? (
        <p role="note">
          {t('charges.replay.unpricedAll', { count: unpriced })} <Link to={chargesOf(replay)}>{t('charges.gaps.show')}</Link>
        </p>
      ) : null}
      <PageTable
        label={t('menu.compareTariffs')}
        columns={[
          { label: t('charges.fields.merchantId') },
          { label: t('charges.replay.before'), end: true, className: 'bl-wide' },
          { label: t('charges.replay.after'), end: true },
          { label: t('charges.replay.difference'), end: true },
        ]}
      >
        {byMerchant.map(({ key, some, sum }) => (
          <MerchantRows
            key={key}
            lines={some}
            most={mostOf(sum.currency)}
            open={open === key}
            onToggle={() => setOpen(open === key ? '' : key)}
          />
        ))}
      </PageTable>
    </>
  );
}

/** `/accounting/compare-tariffs?tariff=`: what a month would have come to under another tariff, by merchant and service. */
export function ReplayPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const now = houseToday().slice(0, 7);
  const [month, setMonth] = useState(() => monthFrom(now, -1).slice(0, 7));
  const named = params.get('tariff') ?? '';
  const [last, setLast] = useLastChoice('compare-tariffs', 'tariffs', named === '');
  const [tariff, merchant] = [named || last, params.get('merchant') ?? ''];
  const found = useRead<Replay>('/v0/charges/replay', {
    queryKey: ['data', 'default', 'charges', 'replay', month, tariff, merchant],
    enabled: tariff !== '',
    params: { month, tariffId: tariff, ...(merchant === '' ? {} : { merchantId: merchant }) },
  });
  return (
    <div className="m-page">
      <h1>{t('menu.compareTariffs')}</h1>
      <p className="m-quiet">{t('charges.replay.intro')}</p>
      <div className="bl-asked">
        <AskForm
          fields={FIELDS}
          values={{ tariff, merchant }}
          errors={[]}
          onChange={(values) => {
            setLast(asText(values['tariff']));
            const given = Object.entries(values).map(([name, value]) => [name, asText(value)] as const);
            setParams(Object.fromEntries(given.filter(([name, value]) => Object.hasOwn(FIELDS, name) && value !== '')), { replace: true });
          }}
        />
      </div>
      <MonthSwitch month={month} onChange={setMonth} />
      {tariff === '' ? <p className="m-quiet">{t('charges.replay.choose')}</p> : null}
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {found.data?.count === 0 ? <p>{t('charges.bill.none')}</p> : null}
      {found.data && found.data.count > 0 ? <Result replay={found.data} /> : null}
    </div>
  );
}

import Button from 'antd/es/button';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { houseToday } from '#contract/core/house-day';
import { monthDays } from '#contract/money/accountant-exports';
import type { PeriodState } from '#contract/money/book-periods';
import { MONTH_END_LEVELS, type MonthEndCheck, ROUNDING_SCALE, type RoundingCost } from '#contract/money/month-end';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { monthFrom, monthName } from '../../../core/month.ts';
import { showToast } from '../../../providers/feedback.ts';
import { formatExact, useFormat } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { lastMonth } from '../periods.ts';
import { behindCheck } from './behind-check.ts';
import { useOtherChecks } from './use-other-checks.ts';
import '../../../core/mask/mask.css';
import './month-end.css';

type Month = { id: string; state: PeriodState; exports: number; lastFile: string | null };
/** The answer of `GET /v0/ledger/monthEnd` (server/modules/money/month-end.ts). */
type MonthEnd = {
  month: Month | null;
  checks: { key: MonthEndCheck; count: number }[];
  due: number;
  unexplained: number;
  sinceExport: { day: string | null; due: number };
  rounding: RoundingCost[];
};

const MEANINGS = { open: 'work', soft: 'wait', closed: 'closed' } as const;
const LEVELS = { work: 'work', look: 'wait', stop: 'stop' } as const;

/** The first day of the month of a day in the address; null if there is none. */
const firstDay = (day: string | null): string | null => (day && /^\d{4}-(0[1-9]|1[0-2])(-|$)/.test(day) ? monthFrom(day, 0) : null);

/** What rounding cost in the month, by cause. Above zero it is a cost. */
function Rounding({ costs }: { costs: readonly RoundingCost[] }) {
  const t = useT();
  const locale = useLocale();
  const { number } = useFormat();
  const found = costs.filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  return (
    <details className="me-rounding">
      <summary>{t('monthEnd.rounding.title')}</summary>
      <ul className="me-checks">
        {found.map(({ cause, amount, count }) => (
          <li key={cause}>
            {t(`monthEnd.rounding.${cause}`, { count, n: number(count) })}
            <span className="m-figures">{formatExact(amount, ROUNDING_SCALE, 'EUR', locale)}</span>
          </li>
        ))}
      </ul>
      <p className="m-quiet">{t('monthEnd.rounding.help')}</p>
    </details>
  );
}

/** Everything that closing a month needs, on one page: what is open, the VAT return, the export for the accountant, closing. */
export function MonthEndPage() {
  const t = useT();
  const locale = useLocale();
  const call = useCall();
  const navigate = useNavigate();
  const { money, number, date } = useFormat();
  const [params, setParams] = useSearchParams();
  const month = firstDay(params.get('month')) ?? lastMonth().from;
  const turn = (by: number): void => setParams({ month: monthFrom(month, by).slice(0, 7) }, { replace: true });
  const [busy, setBusy] = useState(false);
  const mayClose = useAllowed('bookPeriods.close');
  const mayReopen = useAllowed('bookPeriods.reopen');
  const mayExport = useAllowed('accountantExports.make');
  const found = useRead<MonthEnd>('/v0/ledger/monthEnd', {
    queryKey: ['data', 'default', 'bookPeriods', 'monthEnd', month],
    params: { month },
  });
  const isOver = month < `${houseToday().slice(0, 8)}01`;
  const name = monthName(month.slice(0, 7), localeTag(locale));
  const { data } = found;
  const period = data?.month ?? null;
  const others = useOtherChecks(month);
  const own = (data?.checks ?? []).filter(({ count }) => count > 0);
  const open = [
    ...own.map(({ key, count }) => ({ key, count, to: behindCheck(key, month), level: MONTH_END_LEVELS[key] })),
    ...others.checks.map((check) => ({ ...check, level: 'work' as const })),
  ];

  async function make(): Promise<void> {
    setBusy(true);
    try {
      const { missing } = await call<{ missing: string[] }>('POST', '/v0/accountantExports/month', { body: { month } });
      showToast(
        'success',
        missing.length === 0 ? t('monthEnd.exported') : t('monthEnd.exportedWithout', { documents: missing.join(', ') }),
      );
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
      void found.refetch();
    }
  }

  return (
    <div className="m-page me-page">
      <header className="m-actions">
        <h1>{t('menu.monthEnd')}</h1>
        <span className="me-month">
          <Button aria-label={t('monthEnd.before')} onClick={() => turn(-1)}>
            ‹
          </Button>
          <b>{name}</b>
          <Button aria-label={t('monthEnd.after')} onClick={() => turn(1)}>
            ›
          </Button>
        </span>
        {period ? <StatusTag meaning={MEANINGS[period.state]}>{t(`bookPeriods.states.${period.state}`)}</StatusTag> : null}
      </header>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {data && !period ? <p>{t('monthEnd.none', { month: name })}</p> : null}
      {data && period ? (
        <ol className="me-steps">
          <li>
            <h2>{t('monthEnd.check.title')}</h2>
            {open.length === 0 && !others.isReading && !others.isUnread ? (
              <StatusTag meaning="done">{t('monthEnd.check.done')}</StatusTag>
            ) : null}
            <ul className="me-checks">
              {open.map(({ key, count, to, level }) => (
                <li key={key}>
                  <StatusTag meaning={LEVELS[level]}>{t(`monthEnd.checks.${key}`, { count, n: number(count) })}</StatusTag>
                  <Link to={to}>{t('monthEnd.show')}</Link>
                </li>
              ))}
            </ul>
            <Rounding costs={data.rounding} />
            {others.isReading ? <p className="m-quiet">{t('monthEnd.check.reading')}</p> : null}
            {others.isUnread ? (
              <p role="alert">
                {t('monthEnd.check.unread')}{' '}
                <Button size="small" onClick={others.readAgain}>
                  {t('monthEnd.check.readAgain')}
                </Button>
              </p>
            ) : null}
          </li>
          <li>
            <h2>{t('menu.vatReturn')}</h2>
            <p>
              {t(data.due >= 0 ? 'monthEnd.due' : 'monthEnd.refund')} <b className="m-figures">{money(Math.abs(data.due), 'EUR')}</b>
            </p>
            {data.unexplained === 0 ? null : <StatusTag meaning="stop">{t('monthEnd.unexplained')}</StatusTag>}
            {data.sinceExport.day === null || data.sinceExport.due === 0 ? null : (
              <StatusTag meaning="wait">
                {t('monthEnd.changed', { day: date(data.sinceExport.day), amount: money(data.sinceExport.due, 'EUR') })}
              </StatusTag>
            )}
            <Link to={`/accounting/vat-return?${new URLSearchParams(monthDays(month))}`}>{t('monthEnd.openReturn')}</Link>
          </li>
          <li>
            <h2>{t('monthEnd.export.title')}</h2>
            <p>
              {t(period.exports === 0 ? 'monthEnd.export.never' : 'monthEnd.export.times', { count: period.exports, n: period.exports })}
            </p>
            <p className="me-buttons">
              {mayExport ? (
                <Button type={period.exports === 0 ? 'primary' : 'default'} loading={busy} onClick={() => void make()}>
                  {t('monthEnd.export.make')}
                </Button>
              ) : null}
              {period.lastFile ? <a href={fileAddress(period.lastFile) ?? ''}>{t('monthEnd.export.file')}</a> : null}
              <Link to="/accounting/exports">{t('menu.accountantExports')}</Link>
            </p>
          </li>
          <li>
            <h2>{t('monthEnd.close.title')}</h2>
            <p>{t(`monthEnd.close.${period.state === 'open' && !isOver ? 'running' : period.state}`)}</p>
            {/* The record asks before it closes, because nobody can book into the month afterwards. */}
            {mayClose && isOver && period.state !== 'closed' ? (
              <Link to={`/accounting/periods/${period.id}`}>
                {t(`bookPeriods.actions.${period.state === 'open' ? 'softClose' : 'close'}`)}
              </Link>
            ) : null}
            {mayReopen && period.state !== 'open' ? (
              <Button onClick={() => void navigate(`/accounting/periods/${period.id}`)}>{t('bookPeriods.actions.reopen')}</Button>
            ) : null}
          </li>
        </ol>
      ) : null}
    </div>
  );
}

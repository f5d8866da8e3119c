import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { CHARGEABLE, type LineDecision, type LineResult } from '#contract/billing/carrier-costs';
import { Bar } from '../../../core/charts/Bar.tsx';
import { useInvalidate } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import '../../../core/mask/mask.css';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import './carrier-bills.css';
import type { ResultSum, Unbilled } from './types.ts';

type Done = { ids: string[]; text: string };
const isRight = (result: string): boolean => result === 'ok' || result === 'credit';
const FAULTS: readonly string[] = ['billedTwice', 'notOurs', 'labelVoid'];
const meaningOf = (result: string) => (isRight(result) ? 'done' : FAULTS.includes(result) ? 'stop' : 'wait');
/** What may be decided about all lines of a result at once. */
function decisionsFor(result: string): readonly LineDecision[] {
  if (isRight(result)) return [];
  if (result === 'costUnknown') return ['accept'];
  return CHARGEABLE.some((one) => one === result) ? ['accept', 'dispute', 'charge'] : ['dispute', 'accept'];
}

/** What the comparison found, by result: each opens its lines, and all that is undecided is decided at once, with undo. */
export function ResultOverview({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const call = useCall();
  const { money } = useFormat();
  const invalidate = useInvalidate();
  const mayDecide = useAllowed('carrierBillLines.decide') && row['state'] === 'compared';
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const id = asText(row['id']);
  const [currency, carrierId, from, to] = [asText(row['currency']), asText(row['carrierId']), asText(row['fromOn']), asText(row['toOn'])];
  const found = useRead<ResultSum[]>(`/v0/carrierBills/${id}/results`, {
    queryKey: ['data', 'default', 'carrierBills', 'results', id, row['version']],
    keepFormer: true,
  });
  const unbilled = useRead<Unbilled>('/v0/carrierBills/unbilled', {
    queryKey: ['data', 'default', 'carrierBills', 'unbilled', carrierId, from, to],
    params: { carrierId, from, to },
    enabled: from !== '' && to !== '',
  });
  const step = async (run: () => Promise<Done | null>): Promise<void> => {
    setBusy(true);
    try {
      setDone(await run());
    } catch {
      // The reason was shown.
    } finally {
      await Promise.all([found.refetch(), invalidate('carrierBills'), invalidate('carrierBillLines'), invalidate('carrierDisputes')]);
      setBusy(false);
    }
  };
  const decide = (result: string, decision: LineDecision): Promise<void> =>
    step(async () => {
      const answer = await call<{ done: number; decisionIds: string[] }>('POST', `/v0/carrierBills/${id}/decide`, {
        body: { result: result as LineResult, decision },
      });
      const text = t('carrierBills.overview.done', { n: answer.done, decision: t(`carrierBillLines.actions.${decision}`) });
      return { ids: answer.decisionIds, text };
    });
  const undo = (decisionIds: string[]): Promise<void> =>
    step(async () => {
      await call('POST', `/v0/carrierBills/${id}/undo`, { body: { decisionIds } });
      return null;
    });
  if (found.isError) return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  const sums = found.data ?? [];
  const all = sums.reduce((most, { count }) => Math.max(most, count), 1);
  return (
    <section aria-label={t('carrierBills.overview.title')}>
      <p className="cb-status" role="status">
        {done ? (
          <>
            {done.text}{' '}
            <Button size="small" disabled={busy} onClick={() => void undo(done.ids)}>
              {t('carrierBills.overview.undo')}
            </Button>
          </>
        ) : null}
      </p>
      <PageTable
        label={t('carrierBills.overview.result')}
        columns={[
          { label: t('carrierBills.overview.result') },
          { label: t('carrierBills.overview.count'), end: true },
          { label: t('carrierBills.overview.amount'), end: true, className: 'cb-wide' },
          { label: t('carrierBills.overview.above'), end: true },
          { label: t('carrierBills.overview.undecided'), end: true },
          ...(mayDecide ? [{ label: t('carrierBills.overview.decide') }] : []),
        ]}
      >
        {sums.map(({ result, count, amount, above, undecided }) => (
          <tr key={result}>
            <td className="cb-result">
              <Link to={`/accounting/carrier-lines?f.carrierBillId=${id}&f.result=${result}`}>
                {t(`carrierBillLines.results.${result}`)}
              </Link>
              <Bar of={all} parts={[{ value: count, meaning: meaningOf(result) }]} />
            </td>
            <td className="m-figures m-end">{count}</td>
            <td className="m-figures m-end cb-wide">{money(amount, currency)}</td>
            <td className="m-figures m-end">{above === 0 ? '–' : money(above, currency)}</td>
            <td className="m-figures m-end">{undecided === 0 ? '–' : undecided}</td>
            {mayDecide ? (
              <td>
                <div className="cb-decide">
                  {(undecided > 0 ? decisionsFor(result) : []).map((decision) => (
                    <Button key={decision} size="small" disabled={busy} onClick={() => void decide(result, decision)}>
                      {t(`carrierBillLines.actions.${decision}`)}
                    </Button>
                  ))}
                </div>
              </td>
            ) : null}
          </tr>
        ))}
      </PageTable>
      <p className="m-quiet">
        {unbilled.data
          ? unbilled.data.count === 0
            ? t('carrierBills.overview.noneUnbilled')
            : t('carrierBills.overview.unbilled', { n: unbilled.data.count, amount: money(unbilled.data.amount, currency) })
          : null}
      </p>
      {asText(row['profileId']) === '' ? null : (
        <Button onClick={() => void download(`/v0/carrierBills/${id}/file`).catch(() => undefined)}>
          {t('carrierBills.overview.file')}
        </Button>
      )}
    </section>
  );
}

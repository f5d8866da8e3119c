import Button from 'antd/es/button';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { showToast } from '../../../providers/feedback.ts';
import { formatDate, formatNumber } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { CountsDialog } from './CountsDialog.tsx';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import './billing.css';

type Texts = Record<'en' | 'de' | 'cn', string>;
type Gap = {
  kind: 'notCollected' | 'notMeasured' | 'noPrice';
  categoryId: string;
  category: Texts;
  merchantId: string;
  merchant: string;
  count: number;
  first: string;
  last: string;
  mendArea: string | null;
  mendId: string | null;
  mend: string;
  example: { country?: string; zone?: string; weight?: number } | null;
};
type Gaps = { from: string; to: string; facts: number; charged: number; gaps: Gap[] };

const PERIOD: Record<string, FieldSpec> = {
  from: { kind: 'date', label: 'charges.gaps.from' },
  to: { kind: 'date', label: 'charges.gaps.to' },
};

const chargesOf = ({ categoryId, merchantId, first, last }: Gap): string =>
  `/accounting/charges?${new URLSearchParams({
    'f.categoryId': categoryId,
    'f.merchantId': merchantId,
    'f.state': 'noPrice',
    'f.happenedOn.gte': first,
    'f.happenedOn.lte': last,
  })}`;

/** What has to be done about a gap, as a link to the place where it is done. */
function Remedy({ gap, onCount }: { gap: Gap; onCount: (gap: Gap) => void }) {
  const t = useT();
  const linkTo = useLinkTo();
  const mayCount = useAllowed('tasks.receive');
  // All of them are collected by the one button above.
  if (gap.kind === 'notCollected') return null;
  if (gap.kind === 'noPrice') {
    const { country = '', zone = '' } = gap.example ?? {};
    const about = [country, zone].filter(Boolean).join(', ');
    return (
      <>
        <Link to={chargesOf(gap)}>{t('charges.gaps.show')}</Link> · <Link to="/meta/tariffs">{t('charges.gaps.addPrice')}</Link>
        {about === '' ? null : ` (${about})`}
      </>
    );
  }
  const to = gap.mendArea && gap.mendId ? linkTo(gap.mendArea, gap.mendId) : null;
  const isCount = gap.mendArea === 'tasks';
  if (isCount && mayCount)
    return (
      <Button size="small" onClick={() => onCount(gap)}>
        {t('charges.gaps.mend.tasks', { no: gap.mend })}
      </Button>
    );
  // Who may not enter counts is told who does, and can look at the delivery.
  const text = t(`charges.gaps.mend.${isCount ? 'asked' : (gap.mendArea ?? 'items')}`, { no: gap.mend });
  const whole = <Whole text={text} />;
  return to ? <Link to={to}>{whole}</Link> : <span>{whole}</span>;
}

/** Facts of a period that no priced charge stands for, each with its correction. */
export function GapsPage() {
  const t = useT();
  const locale = useLocale();
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [counting, setCounting] = useState<Gap | null>(null);
  const [params, setParams] = useSearchParams();
  const asked = { from: params.get('from') ?? `${houseToday().slice(0, 8)}01`, to: params.get('to') ?? houseToday() };
  const wrong = asked.from > asked.to;
  const found = useRead<Gaps>('/v0/charges/gaps', {
    queryKey: ['data', 'default', 'charges', 'gaps', asked.from, asked.to],
    enabled: asked.from !== '' && asked.to !== '' && !wrong,
    keepFormer: true,
    params: asked,
  });
  const { data } = found;
  const put = (values: Row): void => setParams({ from: asText(values['from']), to: asText(values['to']) }, { replace: true });
  async function collect(): Promise<void> {
    setBusy(true);
    try {
      const made = await call<{ made: number; undone: number }>('POST', `/v0/charges/collect?${new URLSearchParams({ from: asked.from })}`);
      showToast('success', t('charges.done.collect', made));
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
      void found.refetch();
    }
  }
  return (
    <div className="m-page">
      <h1>{t('menu.chargeGaps')}</h1>
      <p className="m-quiet">{t('charges.gaps.intro')}</p>
      <div className="bl-asked">
        <AskForm fields={PERIOD} values={asked} errors={wrong ? [{ path: 'to', rule: 'beforeStart' }] : []} onChange={put} />
      </div>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {data ? (
        <p className="m-actions">
          <StatusTag meaning={data.gaps.length === 0 ? 'done' : 'stop'}>
            {t(data.gaps.length === 0 ? 'charges.proof.holds' : 'charges.proof.broken', {
              facts: formatNumber(data.facts, {}, locale),
              gaps: formatNumber(data.facts - data.charged, {}, locale),
            })}
          </StatusTag>
          {data.gaps.some(({ kind }) => kind === 'notCollected') ? (
            <Button type="primary" loading={busy} onClick={() => void collect()}>
              {t('charges.gaps.collect')}
            </Button>
          ) : null}
        </p>
      ) : null}
      {data && data.gaps.length > 0 ? (
        <PageTable
          label={t('menu.chargeGaps')}
          hasCards
          columns={[
            { label: t('charges.gaps.category') },
            { label: t('charges.gaps.count'), end: true },
            { label: t('charges.gaps.days') },
            { label: t('charges.gaps.mendIt') },
          ]}
        >
          {data.gaps.map((gap) => (
            <tr key={[gap.kind, gap.categoryId, gap.merchantId, gap.mendId].join(' ')}>
              <td className="m-name">
                {gap.category[locale]}
                <div className="m-quiet">
                  {t(`charges.gaps.kinds.${gap.kind}`)} · {gap.merchant}
                </div>
              </td>
              <td className="m-figures m-end" data-label={t('charges.gaps.count')}>
                {formatNumber(gap.count, {}, locale)}
              </td>
              <td className="m-figures" data-label={t('charges.gaps.days')}>
                {gap.first === gap.last ? formatDate(gap.first) : `${formatDate(gap.first)} – ${formatDate(gap.last)}`}
              </td>
              {/* Empty where the one button above helps: a card then leaves it out. */}
              <td data-label={t('charges.gaps.mendIt')}>
                <Remedy gap={gap} onCount={setCounting} />
              </td>
            </tr>
          ))}
        </PageTable>
      ) : null}
      {counting?.mendId ? (
        <CountsDialog
          key={counting.mendId}
          id={counting.mendId}
          no={counting.mend}
          onClose={(changed) => {
            setCounting(null);
            // The fact can be counted now, so it is collected at once.
            if (changed) void collect();
          }}
        />
      ) : null}
    </div>
  );
}

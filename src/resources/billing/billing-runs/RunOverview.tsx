import Button from 'antd/es/button';
import { Link } from 'react-router';
import { useLinkTo, useListPath } from '../../../core/mask/area-paths.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import { type RunDocument, SendInvoices } from './SendInvoices.tsx';
import '../../../core/mask/mask.css';
import './runs.css';

type Texts = Record<'en' | 'de' | 'cn', string>;
type Finding = { code: string; categoryId?: string; text?: Texts; count?: number; amount?: number; currency?: string; why?: string };
type Merchant = {
  merchantId: string;
  merchant: string;
  currency: string;
  amount: number;
  before: number;
  totals: { categoryId: string; text: Texts; amount: number; before: number }[];
  findings: Finding[];
  refusal: string;
  annexHash: string;
  documents: RunDocument[];
};

/** With so few merchants all are open; otherwise only those that somebody has to look at. */
const ALL_OPEN = 3;

const needsLook = ({ findings, refusal }: Merchant): boolean => findings.length > 0 || refusal !== '';
/** Findings that are corrected in the list of facts without a charge. */
const GAPS = new Set(['noPrice', 'notCollected', 'notMeasured']);

/** Sums by currency. */
function sumsOf(merchants: readonly Merchant[]): [currency: string, amount: number][] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of merchants) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums];
}

/** The charges of a merchant and a service that the run took. */
const chargesIn = (path: string, runId: string, merchantId: string, categoryId: string): string =>
  `${path}?${new URLSearchParams({ 'f.runId': runId, 'f.merchantId': merchantId, 'f.categoryId': categoryId })}`;

type FindingsProps = { merchant: Merchant; runId: string; days: { from: string; to: string } };
function Findings({ merchant: { merchantId, findings, currency: billed, refusal }, runId, days }: FindingsProps) {
  const t = useT();
  const locale = useLocale();
  const charges = useListPath()('charges');
  const findingText = ({ code, text, count, amount, currency, why }: Finding): string =>
    t(`billingRuns.findings.${code}`, {
      category: text?.[locale] ?? '',
      n: count ?? 0,
      why: why === undefined ? '' : t(why),
      amount: amount === undefined ? '' : formatMoney(amount, currency ?? billed, locale),
    });
  return (
    <>
      {refusal === '' ? null : (
        <p role="alert">{t('billingRuns.overview.refused', { why: /^[a-zA-Z]+\.refusals\./.test(refusal) ? t(refusal) : refusal })}</p>
      )}
      {findings.length === 0 ? null : (
        <ul>
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.categoryId ?? ''} ${finding.currency ?? ''}`}>
              {findingText(finding)}{' '}
              {GAPS.has(finding.code) ? (
                <Link to={`/accounting/charge-gaps?${new URLSearchParams(days)}`}>{t('billingRuns.overview.correct')}</Link>
              ) : null}
              {finding.code === 'negative' && finding.categoryId && charges ? (
                <Link to={chargesIn(charges, runId, merchantId, finding.categoryId)}>{t('billingRuns.overview.charges')}</Link>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Totals({ merchant: { merchant, totals, findings, amount, before, currency } }: { merchant: Merchant }) {
  const t = useT();
  const locale = useLocale();
  const money = (value: number): string => formatMoney(value, currency, locale);
  // A line of the invoice that belongs to no service. Without it the rows do not add up to the net amount.
  const minimum = findings.find(({ code }) => code === 'belowMinimum')?.amount ?? 0;
  // Of a merchant who was not billed before there is nothing to compare.
  const compared = before !== 0 || totals.some((one) => one.before !== 0);
  const cells = (now: number, earlier: number) => (
    <>
      <td className="m-figures m-end">{money(now)}</td>
      {compared ? (
        <>
          <td className="m-figures m-end">{earlier === 0 ? '' : money(earlier)}</td>
          <td className="m-figures m-end">{earlier === 0 ? '' : money(now - earlier)}</td>
        </>
      ) : null}
    </>
  );
  return (
    <PageTable
      label={merchant}
      columns={[
        { label: t('billingRuns.overview.service') },
        ...(compared ? ['amount', 'before', 'difference'] : ['amount']).map((name) => ({
          label: t(`billingRuns.overview.${name}`),
          end: true,
        })),
      ]}
      foot={
        <tr>
          <th scope="row">{t('billingRuns.overview.net')}</th>
          {cells(amount, before)}
        </tr>
      }
    >
      {totals.map((one) => (
        <tr key={one.categoryId}>
          <td className="m-name">{one.text[locale]}</td>
          {cells(one.amount, one.before)}
        </tr>
      ))}
      {minimum === 0 ? null : (
        <tr>
          <td className="m-name">{t('billingRuns.lines.minimum')}</td>
          {cells(minimum, 0)}
        </tr>
      )}
    </PageTable>
  );
}

function Documents({ merchant: { documents, annexHash } }: { merchant: Merchant }) {
  const t = useT();
  const linkTo = useLinkTo();
  if (documents.length === 0) return null;
  return (
    <p>
      {documents.map((document) => {
        const to = linkTo('invoices', document.id);
        const whole = <Whole text={document.no} />;
        return (
          <span key={document.id} className="br-document">
            {to ? <Link to={to}>{whole}</Link> : whole}
          </span>
        );
      })}
      <span className="m-quiet">{t('billingRuns.overview.annex', { hash: annexHash.slice(0, 12) })}</span>
    </p>
  );
}

/** What the run bills, by merchant: amounts beside the run before, what to look at, and the documents once they are posted. */
export function RunOverview({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const locale = useLocale();
  const id = asText(row['id']);
  const found = useRead<Merchant[]>(`/v0/billingRuns/${id}/merchants`, {
    queryKey: ['data', 'default', 'billingRuns', 'merchants', id, asText(row['state'])],
  });
  const mayExport = useAllowed('billingRuns.export');
  const saveAnnex = (merchantId: string): void =>
    void download(`/v0/billingRuns/${id}/annex?${new URLSearchParams({ merchantId, format: 'xlsx' })}`).catch(() => undefined);
  if (found.isError) return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  const merchants = found.data ?? [];
  if (merchants.length === 0) return <p className="m-quiet">{t('billingRuns.overview.none')}</p>;
  // Of a posted run nothing can be changed any more, except what was refused.
  const toLook = (one: Merchant): boolean => (row['state'] === 'posted' ? one.refusal !== '' : needsLook(one));
  const look = merchants.filter(toLook).length;
  const sum = sumsOf(merchants).map(([currency, amount]) => formatMoney(amount, currency, locale));
  return (
    <>
      {row['state'] === 'posted' ? (
        <SendInvoices documents={merchants.flatMap(({ documents }) => documents)} onSent={() => void found.refetch()} />
      ) : null}
      <p className="br-all m-figures">
        {[
          t('billingRuns.overview.merchants', { count: merchants.length }),
          ...sum,
          ...(look > 0 ? [t('billingRuns.overview.toLook', { count: look })] : []),
        ].join(' · ')}
      </p>
      {merchants.map((one) => (
        <details key={one.merchantId} className="r-card r-folded br-merchant" open={toLook(one) || merchants.length <= ALL_OPEN}>
          <summary>
            <h2>{one.merchant}</h2>
            {toLook(one) ? <StatusTag meaning={one.refusal === '' ? 'wait' : 'stop'}>{t('billingRuns.overview.look')}</StatusTag> : null}
            <span className="br-sum m-figures">{formatMoney(one.amount, one.currency, locale)}</span>
          </summary>
          <Findings merchant={one} runId={id} days={{ from: asText(row['periodFrom']), to: asText(row['periodTo']) }} />
          <Totals merchant={one} />
          <Documents merchant={one} />
          {mayExport && one.totals.length > 0 ? (
            <Button size="small" onClick={() => saveAnnex(one.merchantId)}>
              {t('billingRuns.overview.saveAnnex')}
            </Button>
          ) : null}
        </details>
      ))}
    </>
  );
}

import Button from 'antd/es/button';
import { Link } from 'react-router';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import './runs.css';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';

type Texts = Record<'en' | 'de' | 'cn', string>;
type Finding = { code: string; categoryId?: string; text?: Texts; count?: number; amount?: number };
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
  documents: { id: string; no: string; kind: string }[];
};

/** What the run bills, by merchant: amounts beside the run before, what to look at, and the documents once they are posted. */
export function RunOverview({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const id = asText(row['id']);
  const found = useRead<Merchant[]>(`/v0/billingRuns/${id}/merchants`, {
    queryKey: ['data', 'default', 'billingRuns', 'merchants', id, asText(row['state'])],
  });
  const mayExport = useAllowed('billingRuns.export');
  const saveAnnex = (merchantId: string): void =>
    void download(`/v0/billingRuns/${id}/annex?${new URLSearchParams({ merchantId, format: 'xlsx' })}`).catch(() => undefined);
  if (found.isError) return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data || found.data.length === 0) return <p className="m-quiet">{t('billingRuns.overview.none')}</p>;
  const tell = ({ code, text, count, amount }: Finding, currency: string): string =>
    t(`billingRuns.findings.${code}`, {
      category: text?.[locale] ?? '',
      n: count ?? 0,
      amount: amount === undefined ? '' : formatMoney(amount, currency, locale),
    });
  return (
    <>
      {found.data.map((one) => (
        <section key={one.merchantId} className="br-merchant">
          <h3>{one.merchant}</h3>
          {one.refusal === '' ? null : (
            <p role="alert">
              {t('billingRuns.overview.refused', { why: /^[a-zA-Z]+\.refusals\./.test(one.refusal) ? t(one.refusal) : one.refusal })}
            </p>
          )}
          {one.findings.length === 0 ? null : (
            <ul>
              {one.findings.map((finding) => (
                <li key={`${finding.code} ${finding.categoryId ?? ''}`}>{tell(finding, one.currency)}</li>
              ))}
            </ul>
          )}
          <div className="m-table-scroll">
            <table className="m-table">
              <thead>
                <tr>
                  <th scope="col">{t('billingRuns.overview.service')}</th>
                  <th scope="col" className="m-end">
                    {t('billingRuns.overview.amount')}
                  </th>
                  <th scope="col" className="m-end">
                    {t('billingRuns.overview.before')}
                  </th>
                  <th scope="col" className="m-end">
                    {t('billingRuns.overview.difference')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {one.totals.map(({ categoryId, text, amount, before }) => (
                  <tr key={categoryId}>
                    <td className="m-name">{text[locale]}</td>
                    <td className="m-figures m-end">{formatMoney(amount, one.currency, locale)}</td>
                    <td className="m-figures m-end">{before === 0 ? '' : formatMoney(before, one.currency, locale)}</td>
                    <td className="m-figures m-end">{before === 0 ? '' : formatMoney(amount - before, one.currency, locale)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('billingRuns.overview.net')}</th>
                  <td className="m-figures m-end">{formatMoney(one.amount, one.currency, locale)}</td>
                  <td className="m-figures m-end">{one.before === 0 ? '' : formatMoney(one.before, one.currency, locale)}</td>
                  <td className="m-figures m-end">{one.before === 0 ? '' : formatMoney(one.amount - one.before, one.currency, locale)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
          {one.documents.length === 0 ? null : (
            <p>
              {one.documents.map((document) => {
                const to = linkTo('invoices', document.id);
                return (
                  <span key={document.id} className="br-document">
                    {to ? (
                      <Link to={to}>
                        <Whole text={document.no} />
                      </Link>
                    ) : (
                      <Whole text={document.no} />
                    )}
                  </span>
                );
              })}
              <span className="m-quiet">{t('billingRuns.overview.annex', { hash: one.annexHash.slice(0, 12) })}</span>
            </p>
          )}
          {mayExport && one.totals.length > 0 ? (
            <Button size="small" onClick={() => saveAnnex(one.merchantId)}>
              {t('billingRuns.overview.saveAnnex')}
            </Button>
          ) : null}
        </section>
      ))}
    </>
  );
}

import { Link, useSearchParams } from 'react-router';
import { VAT_DUE_BOX } from '#contract/money/vat-return';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { lastMonth } from '../periods.ts';
import { EcSales } from './EcSales.tsx';
import { linesOfCodes } from './links.ts';
import { isAsked, plain, ReportFrame } from './ReportFrame.tsx';

type Figure = { box: string; kind: 'base' | 'tax' | 'input'; amount: number; tax: number | null; codes: string[] };
/** The answer of `GET /v0/ledger/vatReturn` (server/modules/money/vat-return.ts). */
type VatReturn = {
  figures: Figure[];
  due: number;
  withoutBox: string[];
  reconciliation: Record<'accounts' | 'withoutCode' | 'otherPeriod' | 'bookedElsewhere' | 'unexplained', number>;
};
const BRIDGE = ['accounts', 'withoutCode', 'otherPeriod', 'bookedElsewhere', 'unexplained'] as const;

/** The figures of the German VAT return by tax point, with what lies between them and the tax accounts, and the EC sales list. */
export function VatReturnPage() {
  const t = useT();
  const locale = useLocale();
  const [params, setParams] = useSearchParams();
  const before = lastMonth();
  const asked = { from: params.get('from') ?? before.from, to: params.get('to') ?? before.to, accountId: '' };
  const { from, to } = asked;
  const found = useRead<VatReturn>('/v0/ledger/vatReturn', {
    queryKey: ['data', 'default', 'transactions', 'vatReturn', from, to],
    keepFormer: true,
    enabled: isAsked(asked),
    params: { from, to },
  });
  const data = found.data;
  const titleOf = (box: string): string => t(`vatReturn.boxes.${box}`);
  const columns = ['box', 'what', 'base', 'tax'] as const;
  const exported = data
    ? [
        columns.map((key) => t(`vatReturn.${key}`)),
        ...data.figures.map(({ box, kind, amount, tax }) =>
          kind === 'base'
            ? [box, titleOf(box), plain(amount, locale), tax === null ? '' : plain(tax, locale)]
            : [box, titleOf(box), '', plain(amount, locale)],
        ),
        [VAT_DUE_BOX, titleOf(VAT_DUE_BOX), '', plain(data.due, locale)],
      ]
    : null;
  const cell = (amount: number | null, codes: readonly string[], column: 'base' | 'tax') => (
    <td className={`m-figures m-end ${column === 'tax' ? 'rp-main' : 'rp-more'}`} data-label={t(`vatReturn.${column}`)}>
      {amount === null || amount === 0 ? '' : <Link to={linesOfCodes(codes, from, to)}>{formatMoney(amount, 'EUR', locale)}</Link>}
    </td>
  );
  return (
    <ReportFrame
      title={t('menu.vatReturn')}
      asked={asked}
      onAsk={(next) => setParams({ from: next.from, to: next.to }, { replace: true })}
      exported={data && data.figures.length > 0 ? exported : null}
    >
      <p className="m-quiet">{t('vatReturn.about')}</p>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {data && data.figures.length === 0 ? <p>{t('vatReturn.none')}</p> : null}
      {data && data.withoutBox.length > 0 ? (
        <p role="alert">
          {t('vatReturn.withoutBox', { codes: data.withoutBox.join(', ') })} <Link to="/settings/tax">{t('menu.tax')}</Link>
        </p>
      ) : null}
      {data && data.figures.length > 0 ? (
        <>
          <PageTable
            label={t('menu.vatReturn')}
            columns={columns.map((key, at) => ({ label: t(`vatReturn.${key}`), end: at > 1 }))}
            foot={
              <tr>
                <td className="m-figures rp-key">{VAT_DUE_BOX}</td>
                <th scope="row" colSpan={2}>
                  {titleOf(VAT_DUE_BOX)}
                </th>
                <td className="m-figures m-end rp-main">{formatMoney(data.due, 'EUR', locale)}</td>
              </tr>
            }
            className="rp-rows"
          >
            {data.figures.map(({ box, kind, amount, tax, codes }) => (
              <tr key={box}>
                <td className="m-figures rp-key">{box}</td>
                <td className="m-name">{titleOf(box)}</td>
                {cell(kind === 'base' ? amount : null, codes, 'base')}
                {cell(kind === 'base' ? tax : amount, codes, 'tax')}
              </tr>
            ))}
          </PageTable>
          <h2>{t('vatReturn.bridge.title')}</h2>
          <table className="m-table">
            <tbody>
              {BRIDGE.map((key) => (
                <tr key={key}>
                  <th scope="row">{t(`vatReturn.bridge.${key}`)}</th>
                  <td className="m-figures m-end">{formatMoney(data.reconciliation[key], 'EUR', locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
      <EcSales from={from} to={to} />
    </ReportFrame>
  );
}

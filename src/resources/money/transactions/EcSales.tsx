import Button from 'antd/es/button';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { saveCsv } from '../../../core/mask/transfer/save-csv.ts';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { isAsked } from './ReportFrame.tsx';

type Supply = { vatId: string; party: string; kind: 'goods' | 'services' | 'triangular'; amount: number };
/** Kinds of supply as the Federal Central Tax Office names them: goods have none. */
const KIND_CODES = { goods: 'L', services: 'S', triangular: 'D' } as const;
const CENTS = 100;

/** The EC sales list of a period (§ 18a UStG): supplies to businesses in the EU by VAT id and kind, in whole euros. */
export function EcSales({ from, to }: { from: string; to: string }) {
  const t = useT();
  const locale = useLocale();
  const { data = [] } = useRead<Supply[]>('/v0/ledger/ecSales', {
    queryKey: ['data', 'default', 'transactions', 'ecSales', from, to],
    keepFormer: true,
    enabled: isAsked({ from, to }),
    params: { from, to },
  });
  if (data.length === 0) return null;
  const columns = ['vatId', 'party', 'kind', 'amount'] as const;
  const save = (): void =>
    saveCsv(`${from} ${to} ${t('vatReturn.ec.title')}`, [
      ['vatReturn.ec.country', 'vatReturn.ec.vatId', 'vatReturn.ec.amount', 'vatReturn.ec.kind'].map((key) => t(key)),
      ...data.map(({ vatId, kind, amount }) => [vatId.slice(0, 2), vatId.slice(2), String(Math.trunc(amount / CENTS)), KIND_CODES[kind]]),
    ]);
  return (
    <section>
      <h2>{t('vatReturn.ec.title')}</h2>
      <PageTable
        label={t('vatReturn.ec.title')}
        columns={columns.map((key) => ({ label: t(`vatReturn.ec.${key}`), end: key === 'amount' }))}
      >
        {data.map(({ vatId, party, kind, amount }) => (
          <tr key={`${vatId} ${kind}`}>
            <td className="m-mono">{vatId || t('vatReturn.ec.missing')}</td>
            <td className="m-name">{party}</td>
            <td>{t(`tax.ecLists.${kind}`)}</td>
            <td className="m-figures m-end">{formatMoney(Math.trunc(amount / CENTS) * CENTS, 'EUR', locale)}</td>
          </tr>
        ))}
      </PageTable>
      <Button data-pdf="hidden" onClick={save}>
        {t('vatReturn.ec.export')}
      </Button>
    </section>
  );
}

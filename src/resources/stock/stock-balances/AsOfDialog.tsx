import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldSpec } from '#contract/core/mask';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { formatInstant, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

type Lying = {
  merchantId: string;
  merchant: string;
  itemId: string;
  sku: string;
  name: string;
  compartmentId: string;
  place: string;
  qty: number;
};
/** The answer of `GET /v0/stock/asOf` (server/modules/stock/as-of.ts). */
type AsOf = { at: string; rows: Lying[]; total: number; pieces: number };

const DAY = 86_400_000;
const ASKED: Record<string, FieldSpec> = { at: { kind: 'instant', label: 'stockBalances.asOf.at' } };

function Lines({ seen: { rows, total, pieces, at } }: { seen: AsOf }) {
  const t = useT();
  const { number } = useFormat();
  return (
    <>
      <p role="status">{t('stockBalances.asOf.sum', { at: formatInstant(at), pieces: number(pieces), rows: number(total) })}</p>
      {total > rows.length ? (
        <p className="m-quiet">{t('stockBalances.asOf.capped', { shown: number(rows.length), rows: number(total) })}</p>
      ) : null}
      <PageTable
        label={t('stockBalances.asOf.title')}
        columns={['sku', 'itemName', 'merchantId', 'place', 'onHand'].map((name) => ({ label: t(`stockBalances.fields.${name}`) }))}
        className="m-tall"
      >
        {rows.map((row) => (
          <tr key={`${row.merchantId} ${row.itemId} ${row.compartmentId}`}>
            <td>
              <code>{row.sku}</code>
            </td>
            <td>{row.name}</td>
            <td>{row.merchant}</td>
            <td>
              <code>{row.place}</code>
            </td>
            <td className="m-figures">{number(row.qty)}</td>
          </tr>
        ))}
      </PageTable>
    </>
  );
}

/** The inventory at a date and time, calculated from the stock movements. Opens with the same time yesterday. */
export function AsOfDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const mayExport = useAllowed('stockMoves.export');
  const [at, setAt] = useState<string | null>(() => new Date(Date.now() - DAY).toISOString());
  const params = new URLSearchParams({ at: at ?? '' });
  const query = useRead<AsOf>(`/v0/stock/asOf?${params.toString()}`, {
    queryKey: ['stock', 'asOf', at],
    keepFormer: true,
    enabled: at !== null,
    handles: 'all',
  });
  const save = (): void =>
    void download(`/v0/stock/asOf/file?${new URLSearchParams({ at: at ?? '', locale }).toString()}`).catch(() => undefined);
  return (
    <Modal open title={t('stockBalances.asOf.title')} width={960} footer={null} onCancel={onClose}>
      <AskForm fields={ASKED} values={{ at }} errors={[]} onChange={(values) => setAt(asText(values['at']) || null)} />
      <p>
        {mayExport ? (
          <Button disabled={at === null} onClick={save}>
            {t('stockBalances.asOf.file')}
          </Button>
        ) : null}
      </p>
      {query.isError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Lines seen={query.data} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Modal>
  );
}

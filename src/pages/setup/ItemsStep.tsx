import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FieldSpec } from '#contract/core/mask';
import { useMask, useRows } from '../../core/mask/data.ts';
import { useText } from '../../core/mask/field-context.ts';
import { asText, type Row } from '../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../core/mask/list/states.tsx';
import { AskForm } from '../../core/mask/record/AskForm.tsx';
import { saveCsv } from '../../core/mask/transfer/save-csv.ts';
import { lazyPart } from '../../providers/chunks.ts';
import { useT } from '../../providers/i18n.ts';
import { StepFrame, type StepProps } from './StepFrame.tsx';
import { stepPath } from './use-setup.ts';

const ImportDialog = lazyPart(async () => (await import('../../core/mask/transfer/ImportDialog.tsx')).ImportDialog);

const MASK = 'wms.item.list';
const MERCHANT: Record<string, FieldSpec> = {
  merchantId: { kind: 'reference', area: 'merchants', label: 'items.fields.merchantId', required: true },
};
/** Columns of the template: what a scan and a parcel need. */
const COLUMNS = ['sku', 'name', 'barcode', 'weight', 'length', 'width', 'height'];
const QUERY = { limit: 1, cursor: null, search: '', sort: 'no', back: false, filters: [] };

/** Step 6: items from a file, through the import of the list of items. */
export function ItemsStep(props: StepProps) {
  const t = useT();
  const text = useText();
  const mask = useMask(MASK);
  const merchants = useRows('merchants', QUERY);
  const [chosen, setChosen] = useState<Row | null>(null);
  const [open, setOpen] = useState(false);
  const error = mask.error ?? merchants.error;
  if (error) return <LoadError error={error} onRetry={() => void Promise.all([mask.refetch(), merchants.refetch()])} />;
  if (!mask.data || !merchants.data) return <ListSkeleton rows={6} />;
  const definition = mask.data;
  const [first] = merchants.data.data;
  const values = chosen ?? { merchantId: first?.['id'] ?? null, merchantIdLabel: first?.['rowTitle'] ?? '' };
  const merchantId = asText(values['merchantId']) || null;
  const heads = COLUMNS.flatMap((name) => (definition.fields[name] ? [text(definition.fields[name].label)] : []));
  const action = { label: t('setup.items.import'), run: () => setOpen(true), disabled: merchantId === null };
  return (
    <StepFrame {...props} step="items" action={action}>
      {first ? (
        <AskForm heading={t('setup.items.whose')} fields={MERCHANT} values={values} errors={[]} onChange={setChosen} />
      ) : (
        <p className="m-bar m-bar-wait">
          {t('setup.items.noMerchant')} <Link to={stepPath('merchant')}>{t('setup.merchant.name')}</Link>
        </p>
      )}
      <section className="su-card">
        <h2>{t('setup.items.file')}</h2>
        <p>{t('setup.items.columns', { columns: heads.join(', ') })}</p>
        <p className="m-quiet">{t('setup.items.languages')}</p>
        <div className="su-buttons">
          <Button onClick={() => saveCsv(t('setup.items.template'), [heads])}>{t('setup.items.download')}</Button>
          <Link to="/wms/item/new">{t('setup.items.byHand')}</Link>
        </div>
      </section>
      {open ? (
        <ImportDialog
          mask={definition}
          merchantId={merchantId}
          onClose={() => {
            setOpen(false);
            void props.reload();
          }}
        />
      ) : null}
    </StepFrame>
  );
}

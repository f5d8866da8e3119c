import Button from 'antd/es/button';
import { useId } from 'react';
import type { Mask } from '#contract/core/mask';
import { useFields, useMaskT, useText } from '../field-context.ts';
import { inputOf } from '../inputs/registry.tsx';
import { asText } from '../kinds/kind.ts';
import { PageTable } from '../PageTable.tsx';
import { type ImportJob, type Mapping, targetLabel, targets } from './imports.ts';

type Props = {
  mask: Mask;
  job: ImportJob;
  busy: boolean;
  needsMerchant: boolean;
  onMapping: (mapping: Mapping) => void;
  onMerchant: (id: string | null) => void;
  onPreset: (preset: string | null) => void;
  createMissing: boolean;
  onCreateMissing: (createMissing: boolean) => void;
  onCheck: () => void;
};

const SAMPLES = 3;

function Merchant({ mask, job, onMerchant }: Pick<Props, 'mask' | 'job' | 'onMerchant'>) {
  const id = useId();
  const spec = mask.fields['merchantId'];
  const makeField = useFields();
  if (!spec) return null;
  const field = makeField('merchantId', spec, { merchantId: job.merchantId });
  const { Input } = inputOf(spec);
  return (
    <div className="m-field">
      <label htmlFor={id} className="m-label">
        {field.t('import.merchant')}
      </label>
      <Input
        field={field}
        id={id}
        value={job.merchantId}
        unread={undefined}
        invalid={false}
        describedBy={undefined}
        disabled={false}
        onChange={(value) => onMerchant(asText(value) || null)}
        onUnread={() => undefined}
        onLabels={() => undefined}
      />
    </div>
  );
}

/** Each column of the file with its first values and the field it maps to. */
export function ImportMapping(props: Props) {
  const { mask, job, busy, needsMerchant, createMissing, onMapping, onMerchant, onPreset, onCreateMissing, onCheck } = props;
  const t = useMaskT();
  const text = useText();
  const label = (target: string): string => targetLabel(mask, target, text, t);
  const used = Object.values(job.mapping);
  const unmatched = (mask.import?.match ?? []).filter((name) => name !== 'merchantId' && !used.includes(name));
  const creatable = (mask.import?.create ?? []).filter((name) => used.includes(name));
  const choose = (column: string, field: string): void => {
    const { [column]: _, ...rest } = job.mapping;
    // A field maps to one column. The later choice wins.
    const free = Object.fromEntries(Object.entries(rest).filter(([, other]) => other !== field));
    onMapping(field === '' ? rest : { ...free, [column]: field });
  };
  return (
    <div className="m-stack">
      {job.presets.length > 0 ? (
        <label className="m-stack">
          {t('import.preset')}
          <select className="m-select" value={job.preset ?? ''} disabled={busy} onChange={(event) => onPreset(event.target.value || null)}>
            {job.presets.map((preset) => (
              <option key={preset} value={preset}>
                {t(`import.presets.${preset}`)}
              </option>
            ))}
            <option value="">{t('import.noPreset')}</option>
          </select>
        </label>
      ) : null}
      {needsMerchant ? <Merchant mask={mask} job={job} onMerchant={onMerchant} /> : null}
      <PageTable
        label={t('import.columns')}
        columns={[{ label: t('import.column') }, { label: t('import.sample') }, { label: t('import.field') }]}
      >
        {job.columns.map((column, i) => (
          <tr key={column}>
            <th scope="row">{column}</th>
            <td className="m-quiet">
              {job.sample
                .slice(0, SAMPLES)
                .map((row) => row[i] ?? '')
                .filter(Boolean)
                .join(' · ')}
            </td>
            <td>
              <select
                className="m-select"
                aria-label={t('import.fieldFor', { column })}
                value={job.mapping[column] ?? ''}
                onChange={(event) => choose(column, event.target.value)}
              >
                <option value="">{t('import.ignore')}</option>
                {targets(mask).map((target) => (
                  <option key={target} value={target}>
                    {label(target)}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </PageTable>
      {unmatched.length > 0 ? (
        <p className="m-bar m-bar-wait">{t('import.unmatched', { fields: unmatched.map(label).join(', ') })}</p>
      ) : null}
      {creatable.length > 0 ? (
        <label className="m-inline">
          <input type="checkbox" checked={createMissing} disabled={busy} onChange={(event) => onCreateMissing(event.target.checked)} />
          {t('import.createMissing', { fields: creatable.map(label).join(', ') })}
        </label>
      ) : null}
      <div className="m-actions">
        <Button type="primary" loading={busy} disabled={used.length === 0} onClick={onCheck}>
          {t('import.check')}
        </Button>
      </div>
    </div>
  );
}

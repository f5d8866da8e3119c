import Button from 'antd/es/button';
import { useId } from 'react';
import type { Mask } from '#contract/mask';
import { useFields, useMaskT, useText } from '../field-context.ts';
import { inputOf } from '../inputs/registry.tsx';
import { asText } from '../kinds/kind.ts';
import type { ImportJob, ImportSetup } from './imports.ts';

type Props = {
  mask: Mask;
  job: ImportJob;
  setup: ImportSetup;
  busy: boolean;
  needsMerchant: boolean;
  onChange: (setup: ImportSetup) => void;
  onCheck: () => void;
};

const SAMPLES = 3;

function Merchant({ mask, setup, onChange }: Pick<Props, 'mask' | 'setup' | 'onChange'>) {
  const id = useId();
  const spec = mask.fields['merchantId'];
  const makeField = useFields();
  if (!spec) return null;
  const field = makeField('merchantId', spec, { merchantId: setup.merchantId ?? null });
  const { Input } = inputOf(spec);
  return (
    <div className="m-field">
      <label htmlFor={id} className="m-label">
        {field.t('import.merchant')}
      </label>
      <Input
        field={field}
        id={id}
        value={setup.merchantId ?? null}
        unread={undefined}
        invalid={false}
        describedBy={undefined}
        disabled={false}
        onChange={(value) => onChange({ ...setup, merchantId: asText(value) || null })}
        onUnread={() => undefined}
        onLabels={() => undefined}
      />
    </div>
  );
}

/** Each column of the file beside its first values, and the field it goes to. */
export function ImportMapping({ mask, job, setup, busy, needsMerchant, onChange, onCheck }: Props) {
  const t = useMaskT();
  const text = useText();
  const label = (name: string): string => text(mask.fields[name]?.label ?? name);
  const fields = mask.import?.fields ?? [];
  const used = Object.values(setup.mapping);
  const unmatched = (mask.import?.match ?? []).filter((name) => name !== 'merchantId' && !used.includes(name));
  const choose = (column: string, field: string): void => {
    const { [column]: _, ...rest } = setup.mapping;
    // One field, one column: the later choice wins.
    const free = Object.fromEntries(Object.entries(rest).filter(([, other]) => other !== field));
    onChange({ ...setup, mapping: field === '' ? rest : { ...free, [column]: field } });
  };
  return (
    <div className="m-stack">
      {job.presets.length > 0 ? (
        <label className="m-stack">
          {t('import.preset')}
          <select
            className="m-select"
            value={setup.preset ?? ''}
            onChange={(event) => {
              const preset = job.presets.find((candidate) => candidate.preset === event.target.value);
              const { preset: _, ...rest } = setup;
              onChange(preset?.preset ? { ...rest, preset: preset.preset, mapping: { ...setup.mapping, ...preset.columns } } : rest);
            }}
          >
            <option value="">{t('import.noPreset')}</option>
            {job.presets.map((preset) => (
              <option key={preset.preset ?? text(preset.name)} value={preset.preset ?? ''}>
                {text(preset.name)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {needsMerchant ? <Merchant mask={mask} setup={setup} onChange={onChange} /> : null}
      <div className="m-table-scroll" tabIndex={0} role="region" aria-label={t('import.columns')}>
        <table className="m-table">
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.sample')}</th>
              <th scope="col">{t('import.field')}</th>
            </tr>
          </thead>
          <tbody>
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
                    value={setup.mapping[column] ?? ''}
                    onChange={(event) => choose(column, event.target.value)}
                  >
                    <option value="">{t('import.ignore')}</option>
                    {fields.map((name) => (
                      <option key={name} value={name}>
                        {label(name)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {unmatched.length > 0 && !setup.preset ? (
        <p className="m-bar m-bar-wait">{t('import.unmatched', { fields: unmatched.map(label).join(', ') })}</p>
      ) : null}
      <div className="m-actions">
        <Button type="primary" loading={busy} disabled={used.length === 0 && !setup.preset} onClick={onCheck}>
          {t('import.check')}
        </Button>
      </div>
    </div>
  );
}

import { useT } from '../../providers/i18n.ts';
import type { Series } from './codes.ts';
import { NumberField, TextField } from './fields.tsx';

export type Numbers = Series;
export const NUMBERS: Numbers = { prefix: '', from: 1, to: 10, step: 1, digits: 4, suffix: '' };

const MOST = 999_999_999;

/** Fields of a series: prefix, suffix, first and last number, step, and number of digits. */
export function SeriesFields({ value, onChange }: { value: Numbers; onChange: (value: Numbers) => void }) {
  const t = useT();
  const set = (part: Partial<Numbers>): void => onChange({ ...value, ...part });
  return (
    <fieldset className="pr-fields">
      <legend>{t('print.tools.sources.series')}</legend>
      <TextField label={t('print.tools.prefix')} value={value.prefix} max={40} onChange={(prefix) => set({ prefix })} />
      <NumberField label={t('print.tools.from')} value={value.from} min={0} max={MOST} onChange={(from) => set({ from })} />
      <NumberField label={t('print.tools.to')} value={value.to} min={0} max={MOST} onChange={(to) => set({ to })} />
      <NumberField label={t('print.tools.step')} value={value.step} min={-1000} max={1000} onChange={(step) => set({ step })} />
      <NumberField label={t('print.tools.digits')} value={value.digits} min={0} max={20} onChange={(digits) => set({ digits })} />
      <TextField label={t('print.tools.suffix')} value={value.suffix} max={40} onChange={(suffix) => set({ suffix })} />
    </fieldset>
  );
}

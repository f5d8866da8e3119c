import { useLocale } from '../../../providers/i18n.ts';
import { useMaskT } from '../field-context.ts';
import { formatNumber } from '../kinds/numbers.ts';

/** Progress as a number. Until the total is known, only the number done. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const t = useMaskT();
  const locale = useLocale();
  const words =
    total > 0 ? t('progress', { done: formatNumber(done, locale), total: formatNumber(total, locale) }) : formatNumber(done, locale);
  return (
    <div className="m-progress">
      <progress aria-label={label} value={total > 0 ? done : undefined} max={total > 0 ? total : undefined} />
      <p className="m-figures" role="status">
        {label} · {words}
      </p>
    </div>
  );
}

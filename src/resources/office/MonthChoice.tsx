import Button from 'antd/es/button';
import { monthAt } from '#contract/office/month-totals';
import { monthName } from '../../core/month.ts';
import { localeTag, useLocale, useT } from '../../providers/i18n.ts';
import './month-choice.css';

type Props = { month: string; disabled?: boolean; onChange: (month: string) => void };

/** A month with buttons to the one before and after it. `month` as YYYY-MM. */
export function MonthChoice({ month, disabled = false, onChange }: Props) {
  const t = useT();
  const tag = localeTag(useLocale());
  return (
    <span className="a-month">
      <Button disabled={disabled} aria-label={t('attendances.sheet.before')} onClick={() => onChange(monthAt(month, -1))}>
        ‹
      </Button>
      <b className="m-figures">{monthName(month, tag)}</b>
      <Button disabled={disabled} aria-label={t('attendances.sheet.after')} onClick={() => onChange(monthAt(month, 1))}>
        ›
      </Button>
    </span>
  );
}

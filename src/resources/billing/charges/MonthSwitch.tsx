import Button from 'antd/es/button';
import { houseToday } from '#contract/core/house-day';
import { monthFrom, monthName } from '../../../core/month.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';

/** The month that a page shows (2026-11), with the ways to the month before and after; the running month is the last one. */
export function MonthSwitch({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const turn = (by: number): void => onChange(monthFrom(month, by).slice(0, 7));
  return (
    <p>
      <Button size="small" onClick={() => turn(-1)}>
        {t('charges.bill.former')}
      </Button>{' '}
      <b className="m-figures">{monthName(month, localeTag(locale))}</b>{' '}
      <Button size="small" disabled={month >= houseToday().slice(0, 7)} onClick={() => turn(1)}>
        {t('charges.bill.later')}
      </Button>
    </p>
  );
}

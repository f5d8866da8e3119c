import { isDay } from '#contract/core/written-day';
import { dayKey, formatTime, useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';

/** Whether a day (YYYY-MM-DD) is before today, or an instant before now. */
export const isLate = (due: string, today: string, now = Date.now()): boolean => (isDay(due) ? due < today : Date.parse(due) < now);

/** By when something is to be done: “late since Fri 27 Nov 17:00”, “DHL Paket 16:30”, “by Mon 30 Nov”. Of today, the time is enough. */
export function useDueText(): (due: string, by: string, today: string) => string {
  const t = useT();
  const { day } = useFormat();
  return (due, by, today) => {
    const on = dayKey(due);
    const date = isDay(due) ? day(due) : on === today ? formatTime(due) : `${day(on)} ${formatTime(due)}`;
    if (isLate(due, today)) return t('home.until.late', { date });
    return by ? `${by} ${date}` : t('home.until.by', { date });
  };
}

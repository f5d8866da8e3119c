import { houseToday } from '#contract/core/house-day';
import { monthDays } from '#contract/money/accountant-exports';
import { monthFrom } from '../../core/month.ts';

/** The month before this one, which is what a month end is about. */
export const lastMonth = (): { from: string; to: string } => monthDays(monthFrom(houseToday(), -1));

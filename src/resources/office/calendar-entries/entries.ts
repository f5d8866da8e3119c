import { useQueryClient } from '@tanstack/react-query';
import type { Meaning } from '#contract/core/status';
import type { Recurrence } from '#contract/office/recurrence';
import { CALENDAR_SOURCES, type CalendarSource } from '#contract/office/sources';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useRead } from '../../../providers/use-call.ts';

/** The answer of `GET /v0/calendar`. Days and times are in the house's time zone. */
export type Entry = {
  id: string;
  source: CalendarSource;
  area: string;
  title: string;
  kind: string;
  startDay: string;
  endDay: string;
  startTime: string;
  endTime: string;
  version: number;
  /** The field that a move to another day writes; null if this user cannot move it. */
  moves: string | null;
  /** The rule of the series of which this is one day. */
  series: Recurrence | null;
};

/** Id of an entry in the calendar. The days of a series are entries of their own. */
export const entryKey = ({ source, id, startDay, series }: Entry): string => `${source}/${id}${series ? `/${startDay}` : ''}`;
const WAIT = 1000;
const AREAS: readonly string[] = CALENDAR_SOURCES.map(({ area }) => area);
export const CALENDAR = ['data', 'default', 'calendar'];

const MEANINGS: Record<string, Meaning> = {
  pickup: 'work',
  ship: 'work',
  eta: 'back',
  lastFreeDay: 'stop',
  emptyDue: 'wait',
  due: 'wait',
  invoiceDue: 'done',
  billDue: 'stop',
  quotationEnds: 'closed',
  goodsExpected: 'back',
  absence: 'closed',
  publicHoliday: 'stop',
  meeting: 'done',
  appointment: 'done',
};
export const meaningOf = (entry: Entry): Meaning => MEANINGS[entry.kind] ?? 'closed';

export function useEntries(from: string, to: string) {
  const client = useQueryClient();
  useReloadOnChange(
    ({ area }) => AREAS.includes(area),
    () => void client.invalidateQueries({ queryKey: CALENDAR, refetchType: 'active' }),
    WAIT,
  );
  return useRead<Entry[]>('/v0/calendar', {
    queryKey: [...CALENDAR, from, to],
    keepFormer: true,
    params: new URLSearchParams({ from, to }),
  });
}

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CALENDAR_SOURCES, type CalendarSource } from '#contract/office/sources';
import type { Meaning } from '#contract/status';
import { call } from '../../providers/http.ts';
import { useReread } from '../../providers/reread.ts';

/** What `GET /v0/calendar` tells; days and times are the house's. */
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
  movable: boolean;
};
const WAIT = 1000;
const AREAS: readonly string[] = CALENDAR_SOURCES.map(({ area }) => area);
export const CALENDAR = ['data', 'default', 'calendar'];

const MEANINGS: Record<string, Meaning> = {
  pickup: 'work',
  ship: 'work',
  eta: 'back',
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
  useReread(
    ({ area }) => AREAS.includes(area),
    () => void client.invalidateQueries({ queryKey: CALENDAR, refetchType: 'active' }),
    WAIT,
  );
  return useQuery({
    queryKey: [...CALENDAR, from, to],
    queryFn: ({ signal }) => call<Entry[]>('GET', '/v0/calendar', { params: new URLSearchParams({ from, to }), signal }),
    placeholderData: keepPreviousData,
  });
}

import { asText } from '../../../core/mask/kinds/kind.ts';
import type { FormNoteProps } from '../../../core/mask/parts.ts';
import { useRead } from '../../../providers/use-call.ts';
import { LeaveTable, type LeaveYear } from './LeaveTable.tsx';

/** What is left of the own leave, told while a request for leave is written. */
export function LeaveNote({ id, row }: FormNoteProps) {
  const [from, to] = [asText(row['startDay']), asText(row['endDay'])];
  const isAsked = row['kind'] === 'vacation' && from !== '' && from <= to;
  const query = useRead<LeaveYear[]>('/v0/timeRequests/leave', {
    queryKey: ['data', 'default', 'timeRequests', 'leave', from, to, id],
    params: new URLSearchParams({ from, to, ...(id === 'new' ? {} : { without: id }) }),
    keepFormer: true,
    enabled: isAsked,
  });
  return isAsked && query.data ? <LeaveTable years={query.data} /> : null;
}

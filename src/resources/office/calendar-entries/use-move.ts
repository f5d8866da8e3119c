import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { rowPath } from '../../../providers/data.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import { plus } from './days.ts';
import { CALENDAR, type Entry, entryKey } from './entries.ts';

type Days = Pick<Entry, 'startDay' | 'endDay'>;

/** What a move writes: an entry of the calendar has two days, other records have one date. */
const valuesOf = (entry: Entry, { startDay, endDay }: Days): Record<string, string> =>
  entry.area === 'calendarEntries' ? { startDay, endDay } : { [entry.moves ?? '']: startDay };

/** Moves single entries to other days, shown at once and taken back if the server refuses. Days of series are moved by their dialog. */
export function useMove(list: RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const call = useCall();
  const t = useT();
  const client = useQueryClient();
  /** Days on which moved entries are shown until the server has answered. */
  const [targets, setTargets] = useState<Readonly<Record<string, Days>>>({});
  /** The versions that moves have made. The page knows them only when it has read again, and a second move may come before that. */
  const versions = useRef(new Map<string, number>());
  const former = useRef<Promise<unknown>>(Promise.resolve());
  /** The entry to focus: its element is built anew on the other day. */
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(focused.current)}"] a`)?.focus();
  });

  const write = async (entry: Entry, target: Days): Promise<boolean> => {
    const key = entryKey(entry);
    focused.current = key;
    setTargets((all) => ({ ...all, [key]: target }));
    const before = former.current;
    const run = async (): Promise<boolean> => {
      await before;
      try {
        const version = Math.max(entry.version, versions.current.get(key) ?? 0);
        const body = { version, ...valuesOf(entry, target) };
        const answer = await call<{ version: number }>('PUT', rowPath(entry.area, entry.id), { body, intent: newIntent() });
        versions.current.set(key, answer.version);
        return true;
      } catch {
        // The call already showed the error. The entry returns to its day.
        return false;
      } finally {
        await client.invalidateQueries({ queryKey: CALENDAR });
        setTargets(({ [key]: current, ...others }) =>
          current === target || current === undefined ? others : { ...others, [key]: current },
        );
      }
    };
    const done = run();
    former.current = done;
    return done;
  };
  const move = async (entry: Entry, by: number): Promise<void> => {
    const { startDay, endDay } = entry;
    const target = { startDay: plus(startDay, by), endDay: plus(endDay, by) };
    if (!(await write(entry, target))) return;
    showNotice({
      kind: 'success',
      title: t('calendarEntries.page.moved', { title: entry.title, day: target.startDay }),
      seconds: 10,
      action: { label: t('undo'), run: () => void write(entry, { startDay, endDay }) },
    });
  };
  const shown = entries.map((entry) => ({ ...entry, ...targets[entryKey(entry)] }));
  return { shown, move };
}

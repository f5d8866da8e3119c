import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import { DragArea } from '../../../core/mask/drag/DragArea.tsx';
import { useDragItem, useDropTarget } from '../../../core/mask/drag/use-drag.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { dayKey } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { recordPath } from '../../../providers/routes.ts';
import { between, plus, type View } from './days.ts';
import { type Entry, entryKey, meaningOf } from './entries.ts';

/** Most entries in a cell of the month. The rest is a number; week and agenda show all. */
const MONTH_SHOWN = 4;
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function ItemContent({ entry }: { entry: Entry }) {
  const t = useT();
  return (
    <>
      <StatusTag meaning={meaningOf(entry)}>{entry.startTime || t(`calendarEntries.kinds.${entry.kind}`)}</StatusTag>{' '}
      {entry.series ? (
        <span className="c-repeats" role="img" aria-label={t('calendarEntries.occurrence.repeats')}>
          ↻{' '}
        </span>
      ) : null}
      <span>{entry.title}</span>
    </>
  );
}

/** An entry is shown on each of its days. This is the id of its part on one day. */
const itemId = (entry: Entry, day: string): string => `${entryKey(entry)} ${day}`;

type Acts = {
  onMove: (entry: Entry, days: number) => void;
  /** Opens the choices for one day of a series. */
  onOpenSeries: (entry: Entry) => void;
};

function Item({ entry, day, onMove, onOpenSeries }: Acts & { entry: Entry; day: string }) {
  const t = useT();
  const path = recordPath(entry.area, entry.id, mayOpen);
  const kind = t(`calendarEntries.kinds.${entry.kind}`);
  const { item, link } = useDragItem(itemId(entry, day), day, entry.moves !== null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (entry.moves === null || !event.shiftKey || by === undefined) return;
    event.preventDefault();
    onMove(entry, by);
  };
  const onClick = (event: MouseEvent): void => {
    // A click with a key opens the series in a window of its own, as with every link.
    if (!entry.series || !entry.moves || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpenSeries(entry);
  };
  return (
    <li
      data-area={entry.area}
      data-entry={entryKey(entry)}
      data-timed={entry.startTime !== '' || undefined}
      data-pdf="card"
      title={`${kind}: ${entry.title}${entry.moves ? ` · ${t('calendarEntries.page.moveHint')}` : ''}`}
      {...item}
    >
      {path ? (
        <Link to={path} onClick={onClick} onKeyDown={onKeyDown} {...link}>
          <ItemContent entry={entry} />
        </Link>
      ) : (
        <ItemContent entry={entry} />
      )}
    </li>
  );
}

type DayProps = { day: string; today: boolean; other: boolean; heading: string; children: ReactNode };

function Day({ day, today, other, heading, children }: DayProps) {
  const target = useDropTarget(day);
  return (
    <li data-today={today || undefined} data-other={other || undefined} {...target}>
      <h2>
        <time dateTime={day}>{heading}</time>
      </h2>
      {children}
    </li>
  );
}

type DaysProps = {
  view: View;
  days: readonly string[];
  shown: string;
  entries: readonly Entry[];
  list: RefObject<HTMLOListElement | null>;
};

/** The days of a view with their entries, which can be dragged to other days. */
export function Days({ view, days, shown, entries, onMove, onOpenSeries, list }: DaysProps & Acts) {
  const t = useT();
  const tag = localeTag(useLocale());
  const [today] = useState(() => dayKey(Date.now()));
  const name = new Intl.DateTimeFormat(tag, { weekday: view === 'month' ? 'short' : 'long', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(tag, { day: 'numeric', month: view === 'month' ? 'numeric' : 'long', timeZone: 'UTC' });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  const of = (day: string) =>
    entries
      .filter(({ startDay, endDay }) => startDay <= day && endDay >= day)
      .sort((a, b) => `${a.startTime}${a.title}`.localeCompare(`${b.startTime}${b.title}`));
  const dragged = (id: string) => {
    const [key, day = ''] = id.split(' ');
    return { day, entry: entries.find((one) => entryKey(one) === key) };
  };
  const drop = (id: string, to: string): void => {
    const { day, entry } = dragged(id);
    // The whole entry moves by as many days as the dragged part.
    if (entry?.moves) onMove(entry, between(day, to));
  };
  const nextDay = (from: string, key: string): string | undefined => {
    const step = view === 'month' ? KEYS[key] : Math.sign(KEYS[key] ?? 0);
    return view === 'agenda' ? listed[listed.indexOf(from) + (step ?? 0)] : days.find((day) => day === plus(from, step ?? 0));
  };
  const listed = view === 'agenda' ? days.filter((day) => of(day).length > 0 || day === today) : days;
  return (
    <DragArea
      itemName={(id) => dragged(id).entry?.title ?? ''}
      targetName={(day) => `${name.format(at(day))} ${full.format(at(day))}`}
      nextTarget={nextDay}
      renderOverlay={(id) => {
        const { entry } = dragged(id);
        return entry ? (
          <div className="c-overlay">
            <ItemContent entry={entry} />
          </div>
        ) : null;
      }}
      onDrop={drop}
    >
      <ol className={`c-days c-${view}`} ref={list}>
        {listed.map((day) => {
          const own = of(day);
          const seen = view === 'month' ? own.slice(0, MONTH_SHOWN) : own;
          return (
            <Day
              key={day}
              day={day}
              today={day === today}
              other={view === 'month' && day.slice(0, 7) !== shown.slice(0, 7)}
              heading={`${name.format(at(day))} ${full.format(at(day))}`}
            >
              {own.length === 0 && view === 'agenda' ? <p className="m-quiet">{t('calendarEntries.page.nothing')}</p> : null}
              <ul>
                {seen.map((entry) => (
                  <Item key={itemId(entry, day)} entry={entry} day={day} onMove={onMove} onOpenSeries={onOpenSeries} />
                ))}
              </ul>
              {own.length > seen.length ? (
                <small className="m-quiet">{t('calendarEntries.page.more', { n: own.length - seen.length })}</small>
              ) : null}
            </Day>
          );
        })}
      </ol>
    </DragArea>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DragArea } from '../../../core/mask/drag/DragArea.tsx';
import { useDragItem, useDropTarget } from '../../../core/mask/drag/use-drag.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { rowPath } from '../../../providers/data.ts';
import { formatDate } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { recordPath } from '../../../providers/routes.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';
import { between, daysIn, plus, turned, VIEWS, type View } from './days.ts';
import { CALENDAR, type Entry, meaningOf, useEntries } from './entries.ts';
import '../../../core/mask/mask.css';
import './calendar.css';

/** Most entries in a cell of the month. The rest is a number; week and agenda show all. */
const MONTH_SHOWN = 4;
/** Up to this width in CSS pixels, days are one below the other (calendar.css). */
const NARROW = 700;
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function ItemContent({ entry }: { entry: Entry }) {
  const t = useT();
  return (
    <>
      <StatusTag meaning={meaningOf(entry)}>{entry.startTime || t(`calendarEntries.kinds.${entry.kind}`)}</StatusTag>{' '}
      <span>{entry.title}</span>
    </>
  );
}

/** An entry is shown on each of its days. This is the id of its part on one day. */
const itemId = (entry: Entry, day: string): string => `${entry.source} ${entry.id} ${day}`;

function Item({ entry, day, onMove }: { entry: Entry; day: string; onMove: (entry: Entry, days: number) => void }) {
  const t = useT();
  const path = recordPath(entry.area, entry.id, mayOpen);
  const kind = t(`calendarEntries.kinds.${entry.kind}`);
  const { item, link } = useDragItem(itemId(entry, day), day, entry.movable);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (!entry.movable || !event.shiftKey || by === undefined) return;
    event.preventDefault();
    onMove(entry, by);
  };
  return (
    <li
      data-area={entry.area}
      data-timed={entry.startTime !== '' || undefined}
      data-pdf="card"
      title={`${kind}: ${entry.title}${entry.movable ? ` · ${t('calendarEntries.page.moveHint')}` : ''}`}
      {...item}
    >
      {path ? (
        <Link to={path} onKeyDown={onKeyDown} {...link}>
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
  onMove: (entry: Entry, days: number) => void;
  list: RefObject<HTMLOListElement | null>;
};

function Days({ view, days, shown, entries, onMove, list }: DaysProps) {
  const t = useT();
  const tag = localeTag(useLocale());
  const [today] = useState(() => formatDate(Date.now()));
  const name = new Intl.DateTimeFormat(tag, { weekday: view === 'month' ? 'short' : 'long', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(tag, { day: 'numeric', month: view === 'month' ? 'numeric' : 'long', timeZone: 'UTC' });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  const of = (day: string) =>
    entries
      .filter(({ startDay, endDay }) => startDay <= day && endDay >= day)
      .sort((a, b) => `${a.startTime}${a.title}`.localeCompare(`${b.startTime}${b.title}`));
  const dragged = (id: string) => {
    const [source, entryId, day = ''] = id.split(' ');
    return { day, entry: entries.find((one) => one.source === source && one.id === entryId) };
  };
  const drop = (id: string, to: string): void => {
    const { day, entry } = dragged(id);
    // The whole entry moves by as many days as the dragged part.
    if (entry?.movable) onMove(entry, between(day, to));
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
                  <Item key={itemId(entry, day)} entry={entry} day={day} onMove={onMove} />
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

/** The calendar: own entries, and everything in the system that has a date. */
export function CalendarPage() {
  const call = useCall();
  const navigate = useNavigate();
  const t = useT();
  const client = useQueryClient();
  const tag = localeTag(useLocale());
  // On narrow screens a month would be too long to scroll to today.
  const [view, setView] = useState<View>(() => (window.innerWidth > NARROW ? 'month' : 'agenda'));
  const [day, setDay] = useState(() => formatDate(Date.now()));
  /** Days by which entries are being moved, by id. Shown until the server has answered. */
  const [moving, setMoving] = useState<Readonly<Record<string, number>>>({});
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const days = daysIn(view, day);
  const query = useEntries(days[0] ?? day, days.at(-1) ?? day);
  const move = async (entry: Entry, by: number): Promise<void> => {
    if (by === 0) return;
    const body = { version: entry.version, startDay: plus(entry.startDay, by), endDay: plus(entry.endDay, by) };
    setMoving((moves) => ({ ...moves, [entry.id]: by }));
    try {
      await call('PUT', rowPath('calendarEntries', entry.id), { body, intent: newIntent() });
      setSaid(t('calendarEntries.page.moved', { title: entry.title, day: body.startDay }));
    } catch {
      // The call already showed the error. The entry returns to its day.
    } finally {
      await client.invalidateQueries({ queryKey: CALENDAR });
      setMoving(({ [entry.id]: _done, ...moves }) => moves);
    }
  };
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={8} />;
  const entries = query.data.map((entry) => {
    const by = entry.movable ? (moving[entry.id] ?? 0) : 0;
    return by === 0 ? entry : { ...entry, startDay: plus(entry.startDay, by), endDay: plus(entry.endDay, by) };
  });
  const title = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const period = view === 'month' ? title : [days[0] ?? day, days.at(-1) ?? day].join(' – ');
  return (
    <div className="c-calendar">
      <header className="m-actions">
        <h1>{t('menu.calendar')}</h1>
        <Button aria-label={t('calendarEntries.page.before')} onClick={() => setDay(turned(view, day, -1))}>
          ‹
        </Button>
        <Button onClick={() => setDay(formatDate(Date.now()))}>{t('calendarEntries.page.today')}</Button>
        <Button aria-label={t('calendarEntries.page.after')} onClick={() => setDay(turned(view, day, 1))}>
          ›
        </Button>
        <b>{title}</b>
        <span className="m-spring" />
        {VIEWS.map((one) => (
          <Button key={one} aria-pressed={one === view} onClick={() => setView(one)}>
            {t(`calendarEntries.page.${one}`)}
          </Button>
        ))}
        <Link to="/calendar/entries">{t('cards.list')}</Link>
        <SavePdfButton element={list} title={t('menu.calendar')} subject={period} />
        {allowed('calendarEntries.create') ? (
          <Button type="primary" onClick={() => void navigate('/calendar/entries/new')}>
            {t('cards.new')}
          </Button>
        ) : null}
        <span className="m-hidden" role="status">
          {said}
        </span>
      </header>
      <Days view={view} days={days} shown={day} entries={entries} onMove={(entry, by) => void move(entry, by)} list={list} />
    </div>
  );
}

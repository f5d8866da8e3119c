import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ListMenu } from '../../../core/mask/list/ListMenu.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { useSavePdf } from '../../../core/pdf/SavePdfButton.tsx';
import { lazyPart } from '../../../providers/chunks.ts';
import { dayKey } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';
import { Days } from './CalendarDays.tsx';
import { daysIn, plus, turned, VIEWS, type View } from './days.ts';
import { type Entry, useEntries } from './entries.ts';
import { useMove } from './use-move.ts';
import '../../../core/mask/mask.css';
import './calendar.css';

/** Up to this width in CSS pixels, days are one below the other (calendar.css). */
const NARROW = 700;

const OccurrenceDialog = lazyPart(async () => (await import('./OccurrenceDialog.tsx')).OccurrenceDialog);
const LinkDialog = lazyPart(async () => (await import('./LinkDialog.tsx')).LinkDialog);

/** The calendar: own entries, and everything in the system that has a date. */
export function CalendarPage() {
  const navigate = useNavigate();
  const t = useT();
  const tag = localeTag(useLocale());
  // On narrow screens a month would be too long to scroll to today.
  const [view, setView] = useState<View>(() => (window.innerWidth > NARROW ? 'month' : 'agenda'));
  const [day, setDay] = useState(() => dayKey(Date.now()));
  /** One day of a series for which a choice is made, and the day to move it to. */
  const [chosen, setChosen] = useState<{ entry: Entry; to?: string } | null>(null);
  const [linking, setLinking] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const days = daysIn(view, day);
  const query = useEntries(days[0] ?? day, days.at(-1) ?? day);
  const { shown, move } = useMove(list, query.data ?? []);
  const moveBy = (entry: Entry, by: number): void => {
    if (by === 0) return;
    if (entry.series) setChosen({ entry, to: plus(entry.startDay, by) });
    else void move(entry, by);
  };
  const title = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const subject = view === 'month' ? title : [days[0] ?? day, days.at(-1) ?? day].join(' – ');
  const pdf = useSavePdf({ element: list, title: t('menu.calendar'), subject });
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={8} />;
  return (
    <div className="c-calendar">
      <header className="m-actions c-head">
        <h1>
          <span className="m-hidden">{t('menu.calendar')} </span>
          {title}
        </h1>
        <span className="c-turn">
          <Button aria-label={t('calendarEntries.page.before')} onClick={() => setDay(turned(view, day, -1))}>
            ‹
          </Button>
          <Button onClick={() => setDay(dayKey(Date.now()))}>{t('calendarEntries.page.today')}</Button>
          <Button aria-label={t('calendarEntries.page.after')} onClick={() => setDay(turned(view, day, 1))}>
            ›
          </Button>
        </span>
        <span className="m-spring" />
        <span className="c-turn">
          {VIEWS.map((one) => (
            <Button key={one} aria-pressed={one === view} onClick={() => setView(one)}>
              {t(`calendarEntries.page.${one}`)}
            </Button>
          ))}
        </span>
        <ListMenu
          items={[
            { key: 'list', label: t('cards.list'), run: () => void navigate('/calendar/entries') },
            { key: 'link', label: t('calendarEntries.link.button'), run: () => setLinking(true) },
            { key: 'pdf', label: t('pdf.save'), run: () => void pdf.save() },
          ]}
        />
        <span className="m-hidden" role="status">
          {pdf.busy ? t('pdf.making') : ''}
        </span>
        {allowed('calendarEntries.create') ? (
          <Button type="primary" onClick={() => void navigate('/calendar/entries/new')}>
            {t('cards.new')}
          </Button>
        ) : null}
      </header>
      <Days
        view={view}
        days={days}
        shown={day}
        entries={shown}
        onMove={moveBy}
        onOpenSeries={(entry) => setChosen({ entry })}
        list={list}
      />
      {chosen ? <OccurrenceDialog {...chosen} onClose={() => setChosen(null)} /> : null}
      {linking ? <LinkDialog onClose={() => setLinking(false)} /> : null}
    </div>
  );
}

import { keys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Locale, STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { SavePdfButton } from '../core/pdf/SavePdfButton.tsx';
import { Icon } from '../layout/icons.tsx';
import { type MenuSection, useMenu } from '../layout/menu.ts';
import { LoadingBoundary, lazyPart } from '../providers/chunks.ts';
import { dayKey, useFormat } from '../providers/format.ts';
import { loadNamespace, localeTag, useLocale, useT } from '../providers/i18n.ts';
import { requestList } from '../providers/request.ts';
import { allowed, useUser } from '../providers/user.ts';
import { HomeFigures } from './HomeFigures.tsx';
import { HomeQuestions } from './HomeQuestions.tsx';
import { seenSize, useHome } from './home.ts';
import './home.css';
import './pages.css';
import { SetupLine } from './setup/SetupLine.tsx';

const TourJobs = lazyPart(async () => (await Promise.all([import('../core/tour/TourJobs.tsx'), loadNamespace('tour')]))[0].TourJobs);
const HomeFirst = lazyPart(async () => (await import('./HomeFirst.tsx')).HomeFirst);

const NEWS_READ = 25;
const NEWS_SHOWN = 5;

type Texts = Record<Locale, string>;
type News = {
  id: string;
  title: Texts;
  text: Texts;
  important: boolean;
  validFrom: string | null;
  validTo: string | null;
  createdAt: string;
};

const Cards = ({ menu }: { menu: readonly MenuSection[] }) =>
  menu
    .filter(({ section }) => section !== 'home')
    .map(({ section, label, entries }) => (
      <section key={section} className="k-home-section" aria-labelledby={`home-${section}`}>
        <h2 id={`home-${section}`}>{label}</h2>
        <ul className="k-cards">
          {entries.map((entry) => (
            <li key={entry.path}>
              <Link to={entry.path}>
                <Icon name={entry.icon} />
                <span>{entry.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ));

/** Dates are compared as text, because both are YYYY-MM-DD. */
export const isCurrent = ({ validFrom, validTo }: Pick<News, 'validFrom' | 'validTo'>, today: string): boolean =>
  (validFrom === null || validFrom <= today) && (validTo === null || validTo >= today);

function Announcements() {
  const t = useT();
  const locale = useLocale();
  const { relative, instant } = useFormat();
  const query = { limit: NEWS_READ, cursor: null, search: '', sort: null, back: false, filters: [] };
  const { data: rows } = useQuery({
    queryKey: keys().data('default').resource('announcements').action('list').params({ home: true }).get(),
    queryFn: ({ signal }) => requestList<News>('announcements', query, { signal, background: true, handles: 'all' }),
    enabled: allowed('announcements.read'),
  });
  const [today] = useState(() => dayKey(Date.now()));
  const data = rows?.data.filter((news) => isCurrent(news, today)).slice(0, NEWS_SHOWN);
  if (!data || data.length === 0) return null;
  const text = (texts: Texts): string => texts[locale] || texts.en;
  return (
    <section className="k-news" aria-labelledby="home-news">
      <h2 id="home-news">{t('shell.home.news')}</h2>
      <ul>
        {data.map((news) => (
          <li key={news.id} data-important={news.important}>
            <h3>
              {news.important && <Icon name="warning" />} {text(news.title)}
            </h3>
            <p>{text(news.text)}</p>
            <time dateTime={news.createdAt} title={instant(news.createdAt)}>
              {relative(news.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

const greetingOf = (hour: number): string => (hour < 11 ? 'morning' : hour < 18 ? 'day' : 'evening');

/** A day in words, such as “Tuesday 24 November 2026”. */
function useDayInWords(): (day: string) => string {
  const locale = useLocale();
  const format = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return (day) => new Intl.DateTimeFormat(localeTag(locale), format).format(new Date(`${day}T00:00:00Z`));
}

function HomeSkeleton() {
  const { figures, questions, tables } = seenSize();
  const blocks = (count: number, className: string) =>
    // oxlint-disable-next-line react/no-array-index-key
    Array.from({ length: count }, (_, i) => <div key={i} className={className} />);
  return (
    <div aria-hidden="true" className="h-body">
      <div className="h-figures">{blocks(figures, 'h-bone')}</div>
      <div className="h-questions">{blocks(questions, 'h-card h-bone')}</div>
      {blocks(tables, 'h-card h-bone')}
    </div>
  );
}

/** The home page: what needs the user's attention, the questions they decide by, and what to do first. */
export function Home() {
  const t = useT();
  const user = useUser();
  const menu = useMenu();
  const home = useHome();
  const inWords = useDayInWords();
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  const [today] = useState(() => dayKey(Date.now()));
  const [greeting] = useState(() => greetingOf(new Date().getHours()));
  const keys = /mac/i.test(navigator.platform) ? '⌘ K' : t('shell.home.ctrlK');
  const { data } = home;
  const create = data?.create;
  return (
    <div className="k-home">
      <header className="h-head">
        <div>
          <h1>{t(`shell.home.${greeting}`, { name: user?.name.split(' ')[0] ?? '' })}</h1>
          <p>{inWords(data?.today ?? today)}</p>
        </div>
        {data && data.tiles.length > 0 ? <SavePdfButton element={body} title={t('menu.home')} /> : null}
        {create ? (
          <Button type="primary" onClick={() => void navigate(create.path)}>
            {t(`home.create.${create.key}`)}
          </Button>
        ) : null}
      </header>
      <SetupLine keys={keys} />
      {/* The jobs are those of staff. */}
      {user?.sample && user.type > STAFF_TYPE_ABOVE ? (
        <LoadingBoundary fallback={<div className="h-card h-bone h-tour-bone" />}>
          <TourJobs />
        </LoadingBoundary>
      ) : null}
      {data ? (
        <div className="h-body" ref={body}>
          <HomeFigures tiles={data.tiles} />
          <HomeQuestions questions={data.questions} today={data.today} />
          {data.first ? (
            <LoadingBoundary fallback={<div className="h-card h-bone" />}>
              <HomeFirst tiles={data.tiles} first={data.first} today={data.today} />
            </LoadingBoundary>
          ) : null}
        </div>
      ) : home.isError ? null : (
        <HomeSkeleton />
      )}
      {/* Unread announcements are already in the bar above every page. */}
      <Announcements />
      <details open={data?.tiles.length === 0 || home.isError}>
        <summary>{t('home.screens')}</summary>
        <Cards menu={menu} />
      </details>
    </div>
  );
}

import { keys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Locale } from '#contract/core/limits';
import { SavePdfButton } from '../core/pdf/SavePdfButton.tsx';
import { Icon } from '../layout/icons.tsx';
import { type MenuSection, useMenu } from '../layout/menu.ts';
import { formatDate, useFormat } from '../providers/format.ts';
import { useLocale, useT } from '../providers/i18n.ts';
import { requestList } from '../providers/request.ts';
import { allowed, useUser } from '../providers/user.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { useHome } from './home.ts';
import { Waiting } from './Waiting.tsx';
import './pages.css';

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
  const [today] = useState(() => formatDate(Date.now()));
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

/** The home page: announcements, work that needs the user's attention, and the screens they may open. */
export function Home() {
  const t = useT();
  const user = useUser();
  const menu = useMenu();
  const home = useHome();
  const figures = useRef<HTMLDivElement>(null);
  const [greeting] = useState(() => greetingOf(new Date().getHours()));
  const keys = /mac/i.test(navigator.platform) ? '⌘ K' : t('shell.home.ctrlK');
  return (
    <div className="k-home">
      <header className="m-actions">
        <h1>{t(`shell.home.${greeting}`, { name: user?.name ?? '' })}</h1>
        <span className="m-spring" />
        {home.data && home.data.tiles.length + home.data.series.length > 0 ? (
          <SavePdfButton element={figures} title={t('menu.home')} />
        ) : null}
      </header>
      <p className="k-home-hint">{t('shell.home.hint', { keys })}</p>
      <FirstSteps keys={keys} />
      <div ref={figures}>
        <Waiting home={home} />
      </div>
      {/* Unread announcements are already in the bar above every page. */}
      <Announcements />
      <details open={home.data?.tiles.length === 0 || home.isError}>
        <summary>{t('home.screens')}</summary>
        <Cards menu={menu} />
      </details>
    </div>
  );
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { openHelpAt } from '../../core/help/help.ts';
import { Icon } from '../../layout/icons.tsx';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useConnection } from '../../providers/live.ts';
import { useUser } from '../../providers/user.ts';
import { timeLeft, useQueue } from '../queue/use-queue.ts';
import './header.css';

const DAY = 24 * 60 * 60_000;

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** The connection state of a station, combined from the browser, the live channel and the sender. */
export type Link = 'online' | 'offline' | 'connecting' | 'login' | 'stopped';
export function useLink(): Link {
  const cable = useSyncExternalStore(subscribe, () => navigator.onLine);
  const live = useConnection(({ state }) => state);
  const phase = useQueue(({ sender }) => sender.phase);
  if (phase === 'login' || phase === 'stopped') return phase;
  if (!cable || live === 'offline' || phase === 'offline') return 'offline';
  return live === 'online' ? 'online' : 'connecting';
}

type Props = {
  title: string;
  station: string;
  armed: boolean;
  link: Link;
  onMenu: () => void;
  onLink: () => void;
  onRefused: () => void;
};

/** Station header: current station, signed-in user, connection state. */
export function Header({ title, station, armed, link, onMenu, onLink, onRefused }: Props) {
  const t = useT();
  const { number } = useFormat();
  const user = useUser();
  const { queued, refused, confirmedToday } = useQueue();
  return (
    <header className="s-head">
      <button type="button" className="s-icon" aria-label={t('scan.station.menu')} onClick={onMenu}>
        <Icon name="unordered-list" />
      </button>
      <h1>
        {title}
        <small>
          <code>{station}</code> {user?.name}
        </small>
      </h1>
      <span className="s-lamp" data-on={armed} title={t(armed ? 'scan.station.armedText' : 'scan.station.unarmedText')}>
        <Icon name="scan" /> {t(armed ? 'scan.station.armed' : 'scan.station.unarmed')}
      </span>
      <span role="status">
        <button type="button" className="s-lamp" data-link={link} title={t('scan.holdings.title')} onClick={onLink}>
          <span aria-hidden="true">{link === 'online' ? '●' : '○'}</span> {t(`scan.link.${link}`)}
        </button>
      </span>
      <span className="s-count" data-some={queued > 0} title={t('scan.station.queuedText')}>
        <Icon name="clock-circle" /> {number(queued)} <span>{t('scan.station.queued')}</span>
      </span>
      <span className="s-count" title={t('scan.station.todayText')}>
        <Icon name="check-circle" /> {number(confirmedToday)} <span>{t('scan.station.today')}</span>
      </span>
      <button type="button" className="s-count s-tray-button" data-some={refused > 0} onClick={onRefused}>
        <Icon name="warning" /> {number(refused)} <span>{t('scan.station.refused')}</span>
      </button>
      <button type="button" className="s-icon" aria-label={t('shell.help')} onClick={() => void openHelpAt(window.location.pathname)}>
        <span aria-hidden="true">?</span>
      </button>
    </header>
  );
}

const MINUTE = 60_000;

/** Shows what prevents work: no network, no session, a full or closed disk. Empty if nothing does. */
export function Banner({ link, workAt }: { link: Link; workAt: number | null }) {
  const t = useT();
  const { relative } = useFormat();
  const queue = useQueue();
  const [now, setNow] = useState(Date.now);
  useEffect(function tick() {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(queue, now);
  const texts = [
    ...(queue.error ? [t('scan.banner.disk')] : []),
    ...(link === 'login' ? [t('scan.banner.login', { count: queue.queued })] : []),
    ...(link === 'stopped' ? [t('scan.banner.stopped')] : []),
    ...(link === 'offline' ? [t('scan.banner.offline', { when: workAt === null ? '–' : relative(workAt, now) })] : []),
    ...(left !== null && left < 2 * DAY ? [t('scan.banner.old')] : []),
  ];
  if (texts.length === 0) return null;
  return (
    <p className="s-banner" role="status" data-hard={queue.error}>
      <Icon name="warning" /> {texts.join(' ')}
    </p>
  );
}

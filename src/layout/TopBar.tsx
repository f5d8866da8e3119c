import { useState } from 'react';
import type { UserInfo } from '#contract/access/session';
import { STAFF_TYPE_ABOVE, UNFINISHED_DAYS } from '#contract/core/limits';
import { openHelpAt } from '../core/help/help.ts';
import { LoadingBoundary, lazyPart } from '../providers/chunks.ts';
import { useErrorLog } from '../providers/error-log.ts';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { useConnection } from '../providers/live.ts';
import { useReloadOnChange } from '../providers/reload-on-change.ts';
import { request } from '../providers/request.ts';
import { isAdmin, setUser, useUser, useUserStore } from '../providers/user.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Icon } from './icons.tsx';
import { Person } from './Person.tsx';
import './top-bar.css';

const SubAccount = lazyPart(async () => (await import('./SubAccount.tsx')).SubAccount);

/** The list of users is loaded when an admin opens it. */
function ActAs() {
  const t = useT();
  const user = useUser();
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <LoadingBoundary fallback={<span className="k-sub-account" aria-busy="true" />}>
        <SubAccount onClose={() => setOpen(false)} />
      </LoadingBoundary>
    );
  const text = user?.subId ? `${t('shell.actingAs')} ${user.subName ?? ''}` : t('shell.subAccount');
  return (
    <button
      type="button"
      className="k-palette-button k-act-as"
      data-acting={Boolean(user?.subId)}
      aria-label={text}
      title={text}
      onClick={() => setOpen(true)}
    >
      <Icon name="switch-user" />
      <span>{text}</span>
    </button>
  );
}

export type Dialog = 'palette' | 'settings' | 'errors' | 'report' | null;
/** `withPerson`: the account is here while it is not below the menu. */
type Props = { onMenu: () => void; menuOpen: boolean; withPerson: boolean; onOpen: (dialog: Dialog) => void };

/** Tasks may change every second, so the counter is updated at most every half minute. */
const RECOUNT_MS = 30_000;
/** Updates the counter. If the call fails, the previous number stays. */
const countAnew = (): void =>
  void request<UserInfo | null>('GET', '/v0/auth/stat', { handles: 'all', background: true }).then(
    (user) => user && setUser(user),
    () => undefined,
  );

/** Unfinished tasks of the last 30 days, for staff only (specification, point 6). */
function UnfinishedTasks() {
  const t = useT();
  const { number } = useFormat();
  const user = useUser();
  useReloadOnChange((event) => event.area === 'tasks', countAnew, RECOUNT_MS);
  if (!user || user.type <= STAFF_TYPE_ABOVE || user.unfinishedTasks === null) return null;
  const text = t('shell.unfinishedTasks', { days: UNFINISHED_DAYS });
  return (
    <span className="k-counter" title={text}>
      <span className="k-hidden">{text}</span>
      {number(user.unfinishedTasks)}
    </span>
  );
}

/** Shown only while the connection is lost or being made. Read aloud whenever it changes. */
function Connection() {
  const t = useT();
  const state = useConnection((connection) => connection.state);
  const text = t(`connection.${state}`);
  return (
    <span className="k-connection" data-state={state} role="status" title={text}>
      {state === 'online' ? null : <span aria-hidden="true">○</span>}
      <span className={state === 'offline' ? '' : 'k-hidden'}>{text}</span>
    </span>
  );
}

const isMac = /mac/i.test(navigator.platform);

export function TopBar({ onMenu, menuOpen, withPerson, onOpen }: Props) {
  const t = useT();
  const admin = useUserStore((state) => isAdmin(state.user) || Boolean(state.user?.subId));
  const errors = useErrorLog((state) => state.errors.length);
  return (
    <header className="k-top">
      <button type="button" className="k-icon-button" aria-label={t('shell.menu')} aria-expanded={menuOpen} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <Breadcrumb />
      <button type="button" className="k-palette-button k-find" onClick={() => onOpen('palette')} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        <span>{t('shell.search')}</span>
        <kbd>{isMac ? '⌘ K' : t('shell.home.ctrlK')}</kbd>
      </button>
      {admin && <ActAs />}
      <UnfinishedTasks />
      <Connection />
      {errors > 0 && (
        <button
          type="button"
          className="k-icon-button k-error-button"
          onClick={() => onOpen('errors')}
          aria-label={`${t('shell.errors.title')}: ${errors}`}
        >
          <Icon name="warning" /> {errors}
        </button>
      )}
      <button
        type="button"
        className="k-icon-button"
        aria-label={t('shell.help')}
        title={t('shell.help')}
        aria-keyshortcuts="?"
        onClick={() => void openHelpAt(window.location.pathname)}
      >
        <span aria-hidden="true">?</span>
      </button>
      <button type="button" className="k-icon-button" aria-label={t('shell.settings')} onClick={() => onOpen('settings')}>
        <Icon name="setting" />
      </button>
      {withPerson && <Person onReport={() => onOpen('report')} />}
    </header>
  );
}

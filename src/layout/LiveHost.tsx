import AntdApp from 'antd/es/app';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LiveLogin, MsgEvent, PrintEvent } from '#contract/live';
import { showNotice } from '../providers/feedback.ts';
import { useT } from '../providers/i18n.ts';
import { connectLive, onLive } from '../providers/live.ts';
import { isOwnLink } from '../providers/origins.ts';
import { isPrintPage } from '../providers/places.ts';
import { allowed, currentUser } from '../providers/user.ts';
import { isNewer, WEB_VERSION } from '../providers/version.ts';
import { openPopup } from './popup.ts';

function loginOf(): LiveLogin {
  const user = currentUser();
  const roles = user?.roles ?? [];
  return {
    account: user?.account ?? '',
    roles,
    printShipment: roles.includes('printShipment') || allowed('printShipment'),
    version: WEB_VERSION,
    userAgent: navigator.userAgent,
    url: window.location.href,
  };
}

/** Where a print request leads; the labels themselves are drawn by the page there. */
function printPath({ type, url, data }: PrintEvent): string | null {
  if (type === 'previewUrl') return url && isOwnLink(url) ? url : null;
  return `/label?type=${type}&data=${encodeURIComponent(JSON.stringify(data ?? {}))}`;
}

function useNewVersionDialog(): void {
  const t = useT();
  const { modal } = AntdApp.useApp();
  const asked = useRef('');
  useEffect(
    function askForUpdate() {
      return onLive('info', ({ webVersion }) => {
        // A station offers it beside the work instead of in front of it.
        const atStation = document.documentElement.dataset['stage'] === 'full';
        if (atStation || !isNewer(webVersion) || asked.current === webVersion) return;
        asked.current = webVersion;
        modal.confirm({
          title: t('shell.newVersionTitle'),
          content: t('shell.newVersionText'),
          okText: t('shell.newVersionUpdate'),
          cancelText: t('shell.newVersionLater'),
          onOk: () => window.location.reload(),
        });
      });
    },
    [modal, t],
  );
}

/** Keeps the live connection and says what comes over it. */
export function LiveHost() {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const silent = isPrintPage(pathname);
  useNewVersionDialog();
  useEffect(
    function connect() {
      void connectLive(silent ? null : loginOf);
    },
    [silent],
  );
  useEffect(
    function showMessages() {
      const onMsg = ({ title, text, type, link }: MsgEvent) =>
        showNotice({
          kind: type ?? 'info',
          title,
          text,
          seconds: link ? 0 : 8,
          ...(link && isOwnLink(link) ? { action: { label: t('shell.open'), run: () => void navigate(link) } } : {}),
        });
      const onPrint = (event: PrintEvent) => {
        const path = printPath(event);
        showNotice({
          kind: 'info',
          title: event.title ?? t('shell.printTitle'),
          text: t(`shell.print.${event.type}`),
          seconds: 0,
          ...(path ? { action: { label: t('shell.print.show'), run: () => void openPopup(path) } } : {}),
        });
      };
      const stops = [onLive('msg', onMsg), onLive('print', onPrint)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [navigate, t],
  );
  return null;
}

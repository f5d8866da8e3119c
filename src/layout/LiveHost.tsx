import AntdApp from 'antd/es/app';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LiveLogin, MsgEvent, PrintEvent, PrintRequest } from '#contract/core/live';
import type { DocumentName } from '#contract/printing/documents';
import { readPaired } from '../print/hub/paired.ts';
import { showNotice } from '../providers/feedback.ts';
import { useT } from '../providers/i18n.ts';
import { connectLive, onLive } from '../providers/live.ts';
import { isOwnLink } from '../providers/origins.ts';
import { isPrintPage } from '../providers/paths.ts';
import { runWhenLoaded } from '../providers/run-when-loaded.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { allowed, currentUser } from '../providers/user.ts';
import { isNewer, WEB_VERSION } from '../providers/version.ts';
import { isStationPath } from '../scan/paths.ts';
import { openPopup } from './popup.ts';

/** Loaded with the first request, so that a click on it prints at once. */
const loadHub = () => import('../print/hub/hub.ts');

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

const LABELS: Record<string, DocumentName> = { printSN: 'serialLabel', printItemDesc: 'itemLabel' };
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);

/** The path that shows a print request: a page of this application, or the labels themselves. */
function printPath({ type, url, data }: PrintRequest): string | null {
  if (type === 'previewUrl') return url && isOwnLink(url) ? url : null;
  return `/label?type=${type}&data=${encodeURIComponent(JSON.stringify(data ?? {}))}`;
}

type Hub = Awaited<ReturnType<typeof loadHub>>;

/** A click prints the labels of rows named in the request. Everything else is shown. */
function printAction(event: PrintRequest, hub: Hub, t: (key: string) => string): { label: string; run: () => void } | null {
  const document = LABELS[event.type];
  const ids = Array.isArray(event.data?.['ids']) ? event.data['ids'].filter(isId) : [];
  if (document && ids.length > 0)
    return { label: t('shell.print.now'), run: () => void hub.printNow({ document, ids }).catch(() => undefined) };
  const path = printPath(event);
  return path ? { label: t('shell.print.show'), run: () => void openPopup(path) } : null;
}

function useNewVersionDialog(): void {
  const t = useT();
  const { modal } = AntdApp.useApp();
  const asked = useRef('');
  useEffect(
    function askForUpdate() {
      return onLive('info', ({ webVersion }) => {
        // Stations offer the update beside the work (UpdateOffer.tsx) instead of in a dialog.
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

/** Loads the print hub for all screens. If it cannot be loaded (offline), printing is available after the next start. */
function usePrintHub(wanted: boolean): ReactNode {
  const [host, setHost] = useState<ReactNode>(null);
  const may = useAllowed('printJobs.create');
  useEffect(
    function loadHost() {
      if (!wanted || !may) return undefined;
      const load = (): void =>
        void import('../print/hub/PrintHost.tsx').then(
          ({ PrintHost }) => setHost(<PrintHost />),
          () => undefined,
        );
      // Loaded at once where clicks print directly and at stations, so that it does not load between two keys of a scanner.
      return readPaired() || isStationPath(window.location.pathname) ? load() : runWhenLoaded(load);
    },
    [wanted, may],
  );
  return host;
}

/** Keeps the live connection open and shows its messages. */
export function LiveHost() {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const silent = isPrintPage(pathname);
  const host = usePrintHub(!silent);
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
      const onPrint = async (event: PrintEvent): Promise<void> => {
        if (event.type === 'job') return;
        const action = printAction(event, await loadHub(), t);
        showNotice({
          kind: 'info',
          title: event.title ?? t('shell.printTitle'),
          text: t(`shell.print.${event.type}`),
          seconds: 0,
          ...(action ? { action } : {}),
        });
      };
      const stops = [onLive('msg', onMsg), onLive('print', (event) => void onPrint(event))];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [navigate, t],
  );
  return host;
}

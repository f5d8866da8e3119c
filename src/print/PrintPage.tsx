import Button from 'antd/es/button';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { PrintFile } from '#print/foreign';
import { LoadError } from '../core/mask/list/states.tsx';
import { Progress } from '../core/mask/transfer/Progress.tsx';
import { saveFile } from '../providers/http-answer.ts';
import { useT } from '../providers/i18n.ts';
import { noteOpened } from './after.ts';
import { faultsOf } from './faults.ts';
import type { MadePrint } from './make.ts';
import type { PopupOrder } from './open.ts';
import { blobOf, PaperFrame } from './PaperFrame.tsx';
import { PrintBar } from './PrintBar.tsx';
import { usePrint, usePrintAs } from './use-print.ts';
import { Warnings } from './Warnings.tsx';
import { wantedOf } from './wanted.ts';
import '../core/mask/mask.css';
import '../core/mask/inputs/inputs.css';
import '../core/mask/list/list.css';
import './print.css';

/** Opens the viewer's print dialog. Without a viewer in the browser, the file is opened or saved instead. */
function callDialog(frame: RefObject<HTMLIFrameElement | null>): void {
  try {
    frame.current?.contentWindow?.focus();
    frame.current?.contentWindow?.print();
  } catch {
    // A viewer with another origin has its own print button.
  }
}

const fileName = ({ title, type }: PrintFile): string => `${title.replace(/[^\p{L}\p{N} ._-]/gu, '') || 'print'}.${type}`;

type PaperProps = { made: MadePrint; onPrint: () => void };

/**
 * The rendered files, one by one, because carriers' labels are never merged. The print dialog opens once by itself if there are no faults.
 */
function Papers({ made, onPrint }: PaperProps) {
  const t = useT();
  const frame = useRef<HTMLIFrameElement | null>(null);
  const asked = useRef(false);
  const [at, setAt] = useState(0);
  const file = made.files[at] ?? made.files[0];
  if (!file) return null;
  const print = (): void => {
    onPrint();
    callDialog(frame);
  };
  const ready = (): void => {
    if (asked.current) return;
    asked.current = true;
    // With faults, the user reads them first and then prints by the button.
    if (faultsOf(made.warnings).length === 0) print();
  };
  return (
    <>
      <div className="pr-actions">
        <Button type="primary" disabled={file.type === 'zpl'} onClick={print}>
          {t('print.view.print')}
        </Button>
        <Button onClick={() => saveFile(fileName(file), blobOf(file))}>{t('print.view.download')}</Button>
        <span className="m-quiet m-figures">{t('print.view.pages', { count: made.pages })}</span>
        {made.files.length > 1 ? (
          <nav aria-label={t('print.view.files')}>
            {made.files.map((one, i) => (
              <Button key={`${i} ${one.title}`} size="small" aria-current={i === at ? 'page' : undefined} onClick={() => setAt(i)}>
                {one.title || String(i + 1)}
              </Button>
            ))}
          </nav>
        ) : null}
      </div>
      <Warnings warnings={made.warnings} />
      <PaperFrame key={at} file={file} frame={frame} onReady={ready} />
    </>
  );
}

/** Renders and prints one order. Also used by the tools and `/spreadsheet`. */
export function PrintView({ order }: { order: PopupOrder }) {
  const t = useT();
  const [as, change] = usePrintAs(order.document, order);
  const title = t(`print.documents.${order.document}`);
  const state = usePrint(order, as, title);
  const noted = useRef(false);
  useEffect(
    function nameTheWindow() {
      document.title = title;
    },
    [title],
  );
  const onPrint = (): void => {
    if (!noted.current) noteOpened(order);
    noted.current = true;
  };
  return (
    <section className="pr-view">
      <header className="pr-head">
        <h1>{title}</h1>
        <PrintBar document={order.document} as={as} onChange={change} />
      </header>
      {state.is === 'failed' ? <LoadError error={state.error} onRetry={state.again} /> : null}
      {state.is === 'working' ? (
        <>
          <div className="pr-actions">
            <Progress label={t('print.view.working')} done={state.done} total={state.total} />
          </div>
          <div className="pr-paper" aria-busy="true" />
        </>
      ) : null}
      {state.is === 'ready' ? <Papers made={state.made} onPrint={onPrint} /> : null}
    </section>
  );
}

/** `/print`, `/label`, `/labelBox`, `/labelPLT`: a window that renders the order in its URL and opens the print dialog. */
export function PrintPage() {
  const t = useT();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const order = useMemo(() => wantedOf(pathname, params), [pathname, params]);
  if (!order)
    return (
      <main className="pr-view">
        <h1>{t('menu.print')}</h1>
        <p className="m-bar m-bar-stop" role="alert">
          {t('print.view.nothing')}
        </p>
      </main>
    );
  return (
    <main>
      <PrintView order={order} />
    </main>
  );
}

import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { paperOf } from '#contract/printing/jobs';
import type { Drawn } from '#print/write';
import { useT } from '../providers/i18n.ts';
import { useBlobAddress } from './blob-address.ts';
import { type PrintOrder, svgPages } from './make.ts';
import { Warnings } from './Warnings.tsx';

type Props = {
  /** Null while there is nothing to render. A new object renders again. */
  order: Omit<PrintOrder, 'signal' | 'onProgress'> | null;
  most?: number;
};

/** Shown as an image from SVG, in which scripts cannot run. */
function Picture({ svg, name }: { svg: string; name: string }) {
  const address = useBlobAddress(useMemo(() => new Blob([svg], { type: 'image/svg+xml' }), [svg]));
  return address ? <img className="pr-picture" src={address} alt={name} /> : null;
}

/** Usual sizes in millimetres, where the layout is not known here. */
const USUAL = { label: { width: 100, height: 150 }, small: { width: 60, height: 30 }, document: { width: 210, height: 297 } } as const;

/** The paper while its first picture is drawn, so that nothing moves when the picture comes. */
function BlankPaper({ document, layout }: Pick<PrintOrder, 'document' | 'layout'>) {
  const { width, height } = layout?.size ?? USUAL[paperOf(document)];
  const size = { '--pr-width': `${width}mm`, '--pr-ratio': width / height } as CSSProperties;
  return <div className="pr-picture pr-blank" style={size} />;
}

/** The first pages as pictures from the print engine. The last picture stays while the next is rendered. */
export function Preview({ order, most = 1 }: Props) {
  const t = useT();
  const [last, setDrawn] = useState<{ order: Props['order']; drawn: Drawn } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(
    function draw() {
      if (!order) return;
      const stop = new AbortController();
      svgPages({ ...order, signal: stop.signal }, most).then(
        (next) => {
          if (stop.signal.aborted) return;
          setFailed(false);
          setDrawn({ order, drawn: next });
        },
        () => stop.signal.aborted || setFailed(true),
      );
      return () => stop.abort();
    },
    [order, most],
  );
  const drawn = order ? last?.drawn : undefined;
  const busy = order !== null && !failed && last?.order !== order;
  return (
    <section className="pr-preview" aria-label={t('print.view.preview')} aria-busy={busy}>
      {failed ? (
        <p className="m-bar m-bar-stop" role="alert">
          {t('print.view.failed')}
        </p>
      ) : null}
      {order && busy && !drawn ? <BlankPaper document={order.document} layout={order.layout} /> : null}
      {drawn ? <Warnings warnings={drawn.warnings} /> : null}
      {drawn?.svgs.map((svg, i) => (
        <Picture key={`${i + 1}`} svg={svg} name={t('print.view.page', { page: i + 1, pages: drawn.pages })} />
      ))}
      {drawn && drawn.pages > drawn.svgs.length ? (
        <p className="m-quiet">{t('print.view.morePages', { count: drawn.pages - drawn.svgs.length })}</p>
      ) : null}
    </section>
  );
}

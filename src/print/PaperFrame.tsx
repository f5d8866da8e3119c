import { type RefObject, useMemo } from 'react';
import type { PrintFile } from '#print/foreign';
import { useT } from '../providers/i18n.ts';
import { useBlobAddress } from './blob-address.ts';

const MIME = { pdf: 'application/pdf', png: 'image/png', zpl: 'text/plain' } as const;

export const blobOf = ({ type, bytes }: PrintFile): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: MIME[type] });

type Props = { file: PrintFile; frame: RefObject<HTMLIFrameElement | null>; onReady: () => void };

/** The whole page, without the buttons of the viewer, because ours print and save. */
const PDF_VIEW = '#toolbar=0&navpanes=0&view=Fit';

/** A file in the browser's viewer. Raw data for a label printer has no preview. */
export function PaperFrame({ file, frame, onReady }: Props) {
  const t = useT();
  const address = useBlobAddress(useMemo(() => blobOf(file), [file]));
  if (file.type === 'zpl') return <p className="m-empty">{t('print.view.zpl')}</p>;
  if (address === null) return null;
  const shown = file.type === 'pdf' ? `${address}${PDF_VIEW}` : address;
  // No viewer works in a sandbox. The type is set by this application.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="pr-paper" src={shown} title={file.title || t('print.view.paper')} onLoad={onReady} />;
}

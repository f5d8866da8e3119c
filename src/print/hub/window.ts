import type { PrintJob } from '#contract/printing/jobs';
import type { PrintFile } from '#print/foreign';
import { openPopup } from '../../layout/popup.ts';
import { translate } from '../../providers/i18n.ts';
import { faultsOf, faultText } from '../faults.ts';
import type { DrawnFiles } from './types.ts';

const MIME: Record<PrintFile['type'], string> = { pdf: 'application/pdf', png: 'image/png', zpl: 'text/plain' };

/** Opens a window in the click, before any call, because the browser would block it later. Null if it is blocked. */
export function openWaiting(): Window | null {
  const popup = openPopup('about:blank');
  if (popup) popup.document.body.textContent = translate('printers.hub.looking');
  return popup;
}

/**
 * Shows one file in the browser's viewer. Several files, which are never merged, and a file with faults are shown as a list with the faults
 * above. False if the window was closed.
 */
export function showFiles(popup: Window | null, job: PrintJob, { files, warnings }: DrawnFiles): boolean {
  if (!popup || popup.closed) return false;
  const links = files.map(({ bytes, type, title }) => ({
    url: URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: MIME[type] })),
    title: title || job.title || job.no,
  }));
  const [first] = links;
  const faults = faultsOf(warnings);
  if (links.length === 1 && first && faults.length === 0) {
    popup.location.href = first.url;
    return true;
  }
  const { document } = popup;
  document.title = job.title || job.no;
  const faultLines = faults.map((fault) => Object.assign(document.createElement('p'), { textContent: faultText(translate, fault) }));
  document.body.replaceChildren(
    ...faultLines,
    ...links.map(({ url, title }) => {
      const line = document.createElement('p');
      const link = document.createElement('a');
      Object.assign(link, { href: url, target: '_blank', textContent: title });
      line.append(link);
      return line;
    }),
  );
  return true;
}

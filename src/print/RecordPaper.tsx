import { type ReactNode, useMemo } from 'react';
import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import { fileAddress } from '../core/mask/kinds/file.tsx';
import { useRoom } from '../core/mask/use-room.ts';
import { Icon } from '../layout/icons.tsx';
import { useT } from '../providers/i18n.ts';
import { FileView } from './FileView.tsx';
import { Preview } from './Preview.tsx';
import './record-paper.css';

/** On narrower windows the document would leave no room for the facts, so a button opens it. */
const BESIDE = '(min-width: 1200px)';
/** Enough for the pages of usual documents. */
const PAGES = 3;

type FrameProps = {
  title: string;
  /** The stored file, which the button opens. Null before it is stored. */
  file: unknown;
  /** The same document in another form, for download. Null if there is none. */
  other?: { file: unknown; label: string };
  children: ReactNode;
};

/** A document beside the facts of its record. */
function Frame({ title, file, other, children }: FrameProps) {
  const t = useT();
  const beside = useRoom(BESIDE);
  const address = fileAddress(file);
  const download = other ? fileAddress(other.file) : null;
  if (!beside && !address) return null;
  return (
    <section className="r-card r-paper" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {download ? (
          <a className="r-paper-open" href={download} download>
            <Icon name="download" /> {other?.label}
          </a>
        ) : null}
        {address ? (
          <a className="r-paper-open" href={address} target="_blank" rel="noopener noreferrer">
            <Icon name="expand" /> {t('print.view.openFile')}
          </a>
        ) : null}
      </header>
      {beside ? children : null}
    </section>
  );
}

/** A document that is printed from the record, drawn in the languages of its recipient. */
export function PrintedPaper({ title, file, other, document, id, locales }: Omit<FrameProps, 'children'> & PrintedProps) {
  const order = useMemo(() => ({ document, ids: [id], locales, dpi: 300 }), [document, id, locales]);
  return (
    <Frame title={title} file={file} {...(other ? { other } : {})}>
      <Preview order={order} most={PAGES} />
    </Frame>
  );
}
type PrintedProps = { document: DocumentName; id: string; locales: readonly Locale[] };

/** A document that somebody else wrote, as it was uploaded. */
export const UploadedPaper = ({ title, file }: Omit<FrameProps, 'children'>) => (
  <Frame title={title} file={file}>
    <FileView file={file} title={title} />
  </Frame>
);

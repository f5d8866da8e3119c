import Modal from 'antd/es/modal';
import { useState } from 'react';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { useT } from '../../../providers/i18n.ts';
import type { ThreadFile } from './thread.ts';

const KILOBYTE = 1024;
const sizeOf = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE ? `${Math.max(1, Math.round(bytes / KILOBYTE))} kB` : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;

/** The files of a message: pictures small, opened large by a click or Enter; others as links. */
export function ThreadFiles({ files }: { files: readonly ThreadFile[] }) {
  const t = useT();
  const [open, setOpen] = useState<ThreadFile | null>(null);
  if (files.length === 0) return null;
  const address = (file: ThreadFile): string => fileAddress(file.id) ?? '';
  return (
    <div className="k-thread-files">
      {files.map((file) =>
        file.mime.startsWith('image/') ? (
          <button key={file.id} type="button" aria-label={t('tickets.files.open', { name: file.name })} onClick={() => setOpen(file)}>
            <img src={address(file)} alt="" loading="lazy" decoding="async" />
          </button>
        ) : (
          <a key={file.id} href={address(file)} target="_blank" rel="noopener noreferrer">
            {file.name} <small>({sizeOf(file.size)})</small>
          </a>
        ),
      )}
      {open ? (
        <Modal open footer={null} title={open.name} width="min(96vw, 1200px)" onCancel={() => setOpen(null)}>
          <img className="k-picture-large" src={address(open)} alt={open.name} />
        </Modal>
      ) : null}
    </div>
  );
}

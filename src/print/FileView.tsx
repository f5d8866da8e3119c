import { useEffect, useState } from 'react';
import { fileAddress } from '../core/mask/kinds/file.tsx';
import { ListSkeleton } from '../core/mask/list/states.tsx';
import { fileContent } from '../providers/file-content.ts';
import { useT } from '../providers/i18n.ts';
import { useBlobAddress } from './blob-address.ts';

function Shown({ blob, title }: { blob: Blob; title: string }) {
  const t = useT();
  const address = useBlobAddress(blob);
  if (address === null) return null;
  if (blob.type.startsWith('image/')) return <img className="pr-picture" src={address} alt={title} />;
  if (blob.type !== 'application/pdf') return <p className="m-quiet">{t('print.view.noPicture')}</p>;
  // No viewer works in a sandbox. The server has checked what the file is.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="r-paper-file" src={`${address}#toolbar=0&navpanes=0&view=FitH`} title={title} />;
}

/** An uploaded picture or PDF in the page. */
export function FileView({ file, title }: { file: unknown; title: string }) {
  const t = useT();
  const address = fileAddress(file);
  const [found, setFound] = useState<{ address: string; blob: Blob | null } | null>(null);
  useEffect(
    function read() {
      if (!address) return undefined;
      const stop = new AbortController();
      fileContent(address, stop.signal).then(
        (blob) => setFound({ address, blob }),
        () => stop.signal.aborted || setFound({ address, blob: null }),
      );
      return () => stop.abort();
    },
    [address],
  );
  if (!found || found.address !== address) return <ListSkeleton rows={6} />;
  return found.blob ? <Shown blob={found.blob} title={title} /> : <p className="m-quiet">{t('print.view.noPicture')}</p>;
}

import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { fileAddress } from '../core/mask/kinds/file.tsx';
import { ListSkeleton, LoadError } from '../core/mask/list/states.tsx';
import { Alone } from '../layout/Alone.tsx';
import { CallError } from '../providers/call-error.ts';
import { useT } from '../providers/i18n.ts';
import { isOwnLink } from '../providers/origins.ts';
import '../core/mask/mask.css';
import './print.css';

/** The address of a stored file by id, or a URL of this origin. Everything else is refused. */
function addressOfFile(params: URLSearchParams): string | null {
  const id = params.get('id');
  if (id !== null) return fileAddress(id);
  const url = params.get('url');
  return url !== null && isOwnLink(url) ? url : null;
}

/** The first bytes of every PDF. */
const isPdf = async (blob: Blob): Promise<boolean> => (await blob.slice(0, 5).text()) === '%PDF-';

const failure = (status: number): CallError =>
  new CallError({
    code: status === 404 ? 'NotFound' : status === 403 ? 'NotAllowed' : 'Unreadable',
    statusCode: status,
    data: null,
    message: `HTTP ${status}`,
  });

/** Loads the PDF and shows it from memory, so that a file of another type is never shown as a page of this origin. */
async function readPdf(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { signal, credentials: 'same-origin' });
  if (!answer.ok) throw failure(answer.status);
  const blob = await answer.blob();
  if (!(await isPdf(blob))) throw failure(415);
  // The URL is not revoked, because the window shows only this file.
  return URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
}

/** `/pdfViewer?id=…` or `?url=…`: shows a PDF of this application in the browser's viewer. */
export function FilePage() {
  const t = useT();
  const [params] = useSearchParams();
  const address = useMemo(() => addressOfFile(params), [params]);
  const query = useQuery({
    queryKey: ['print', 'file', address],
    queryFn: ({ signal }) => readPdf(address ?? '', signal),
    enabled: address !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  if (address === null)
    return (
      <Alone>
        <h1>{t('print.file.title')}</h1>
        <p role="alert">{t('print.file.refused')}</p>
        <Button type="primary" href="/home">
          {t('shell.toHome')}
        </Button>
      </Alone>
    );
  return (
    <main className="pr-view">
      {query.isError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        // No viewer works in a sandbox. The type is fixed to PDF above.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className="pr-paper" src={query.data} title={t('print.file.title')} />
      ) : (
        <ListSkeleton />
      )}
    </main>
  );
}

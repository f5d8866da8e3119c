import { create } from 'zustand';
import { API } from '#contract/core/envelope';
import type { Locale } from '#contract/core/limits';
import type { Filter } from '#contract/core/query';
import { showNotice } from '../../../providers/feedback.ts';
import { translate } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { followLink, request } from '../../../providers/request.ts';
import { onSessionEnd } from '../../../providers/session.ts';

export type ExportState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';
export type ExportJob = { id: string; state: ExportState; done: number; total: number; link: string | null; fileName: string };
export type ExportBody = {
  mask: string;
  format: 'csv' | 'xlsx';
  fields: string[];
  q: string;
  s: string | null;
  filters: Filter[];
  ids?: string[];
  locale: Locale;
};

const POLL = 700;
const isOver = (state: ExportState): boolean => state === 'done' || state === 'failed' || state === 'cancelled';

/** Exports in progress. They are independent of screens: the list may be left, closed or changed. */
export const useExports = create<{ jobs: Readonly<Record<string, ExportJob>> }>(() => ({ jobs: {} }));
/** Exports shown in a dialog. The others are reported as notices. */
const attended = new Set<string>();

const put = (job: ExportJob): void => useExports.setState(({ jobs }) => ({ jobs: { ...jobs, [job.id]: job } }));
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

onSessionEnd(() => {
  attended.clear();
  useExports.setState({ jobs: {} });
});

export const attend = (id: string): void => void attended.add(id);
export function leave(id: string): void {
  attended.delete(id);
  const job = useExports.getState().jobs[id];
  if (job && !isOver(job.state)) showNotice({ key: id, kind: 'info', title: translate('mask.export.goesOn') });
}

export const downloadExport = (job: ExportJob): Promise<unknown> => (job.link ? followLink(job.link) : Promise.resolve());

function announceEnd(job: ExportJob): void {
  if (job.state === 'done') {
    const run = (): void => void downloadExport(job).catch(() => undefined);
    showNotice({
      key: job.id,
      kind: 'success',
      title: translate('mask.export.ready', { file: job.fileName }),
      seconds: 0,
      action: { label: translate('mask.export.download'), run },
    });
  } else if (job.state === 'failed') showNotice({ key: job.id, kind: 'error', title: translate('mask.export.failed') });
}

async function follow(id: string): Promise<void> {
  // A job removed from the store belongs to a session that has ended.
  while (useExports.getState().jobs[id]) {
    await wait(POLL);
    let job: ExportJob;
    try {
      job = await request<ExportJob>('GET', `${API}/exports/${id}`, { background: true });
    } catch {
      // A lost answer does not end the export. The next poll gets its state.
      continue;
    }
    put(job);
    if (!isOver(job.state)) continue;
    if (attended.has(id)) {
      if (job.state === 'done') await downloadExport(job).catch(() => announceEnd(job));
    } else announceEnd(job);
    return;
  }
}

/** Starts an export and polls it until it ends, independent of the page. */
export async function startExport(body: ExportBody): Promise<string> {
  const job = await request<ExportJob>('POST', `${API}/exports`, { body, intent: newIntent() });
  attend(job.id);
  put(job);
  void follow(job.id);
  return job.id;
}

export const cancelExport = (id: string): Promise<ExportJob> => request<ExportJob>('PUT', `${API}/exports/${id}/cancel`);

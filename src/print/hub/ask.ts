import type { DocumentName } from '#contract/printing/documents';
import type { PrintJob } from '#contract/printing/jobs';
import type { PrintWarning } from '#print/display';
import { closeNotice, showNotice } from '../../providers/feedback.ts';
import { loadNamespace, translate } from '../../providers/i18n.ts';
import { onLive } from '../../providers/live.ts';
import { requestList } from '../../providers/request.ts';
import { currentUser } from '../../providers/user.ts';
import { faultsText } from '../faults.ts';

/** Milliseconds to collect a burst of job changes. */
const SOON = 300;
const MOST = 20;

/**
 * Asks whether to print although something is wrong: a truncated text, a missing character, a code too fine to be scanned. Uses a notice,
 * not a dialog, so that it takes no keys from a scanner. Closing it means no.
 */
export async function askAboutFaults(job: PrintJob, faults: readonly PrintWarning[]): Promise<boolean> {
  await loadNamespace('print', 'printers');
  return new Promise((resolve) => {
    showNotice({
      key: `print-faults-${job.id}`,
      kind: 'warning',
      title: translate('printers.hub.faults.title', { title: job.title || job.no }),
      text: faultsText(translate, faults),
      seconds: 0,
      action: { label: translate('printers.hub.faults.print'), run: () => resolve(true) },
      other: { label: translate('printers.hub.faults.stop'), run: () => resolve(false) },
      onDismiss: () => resolve(false),
    });
  });
}

/** A job that was sent and may or may not have been printed. */
export type UnsureJob = { id: string; no: string; title: string; agent: string; document: DocumentName; copies: number };

const unsureJobs = (): Promise<readonly UnsureJob[]> =>
  requestList<UnsureJob>(
    'printJobs',
    {
      limit: MOST,
      cursor: null,
      search: '',
      sort: null,
      back: false,
      filters: [
        { field: 'state', op: 'eq', value: 'unsure' },
        { field: 'requestedBy', op: 'eq', value: currentUser()?.id ?? '' },
      ],
    },
    { background: true, handles: 'all' },
  ).then(({ data }) => data);

/**
 * Asks the user who requested a print whether it came out, on every computer where they are signed in, until it is answered by a person
 * or the agent. Returns a function that stops it.
 */
export function askWhatCameOut(answer: (job: UnsureJob, cameOut: boolean) => Promise<void>): () => void {
  const asked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keyOf = (id: string): string => `print-unsure-${id}`;

  function ask(job: UnsureJob): void {
    asked.add(job.id);
    const say = (cameOut: boolean) => (): void => {
      answer(job, cameOut).catch(() => asked.delete(job.id));
    };
    showNotice({
      key: keyOf(job.id),
      kind: 'warning',
      title: translate('printers.hub.cameOut.title'),
      text: translate('printers.hub.cameOut.text', { title: job.title || job.no, where: job.agent }),
      seconds: 0,
      action: { label: translate('printers.hub.cameOut.yes'), run: say(true) },
      other: { label: translate('printers.hub.cameOut.no'), run: say(false) },
    });
  }
  async function look(): Promise<void> {
    await loadNamespace('printers');
    const jobs = await unsureJobs();
    const open = new Set(jobs.map(({ id }) => id));
    for (const id of asked) {
      if (open.has(id)) continue;
      asked.delete(id);
      closeNotice(keyOf(id));
    }
    for (const job of jobs) if (!asked.has(job.id)) ask(job);
  }
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(() => undefined), SOON);
  };
  soon();
  const stop = onLive('change', ({ area }) => (area === 'printJobs' ? soon() : undefined));
  return () => {
    clearTimeout(timer);
    stop();
  };
}

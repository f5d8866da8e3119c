import type { PrintJob } from '#contract/printing/jobs';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';
import { CallError, isCallError } from '../../providers/call-error.ts';
import { faultsOf } from '../faults.ts';
import type { Agent, Draw, DrawnFiles, JobCalls, Outcome, Printer } from './types.ts';

/** Number of times the same file is sent before the job is left waiting. The agent prints each id once, however often it is sent. */
const TRIES = 3;
/** Refusals that an agent gives only after it checked that the file was not printed before. */
const LOOKED_UP = ['NoSuchPrinter', 'PrinterFailed'];

export type Ways = {
  calls: JobCalls;
  draw: Draw;
  /** The name of this place as shown to others: the station, or the user's name. */
  place: string;
  findAgent: () => Promise<Agent | null>;
  /** Null: no printer was chosen. */
  choosePrinter: (job: PrintJob, agent: Agent) => Promise<Printer | null>;
  /** Stored before anything is sent, so that a reload continues with the same file on the same printer. */
  remember: (printer: Printer) => void;
  /** Resolves when another station claimed an offered job, or when its time is over. */
  patience: (job: PrintJob) => Promise<void>;
  /** Asks whether to print although there are faults. */
  accept: (job: PrintJob, faults: readonly PrintWarning[]) => Promise<boolean>;
  /** Shows the files, with their faults above, in the window opened by the click. False if there is no window. */
  show: (job: PrintJob, drawn: DrawnFiles) => boolean;
  /** Resolves `blocked`: opens the window from a new click. */
  showLater: (job: PrintJob, drawn: DrawnFiles) => void;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);
const isTaken = (error: unknown): boolean => isCallError(error, 'StateRefused');

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sent before a reload of this page, so it may have been printed. */
const wasSent = ({ state }: PrintJob): boolean => state === 'sent' || state === 'unsure';

/** Gives every file and copy an id, the same with every attempt. The agent prints each id once. */
const named = (job: PrintJob, files: readonly PrintFile[]): { id: string; file: PrintFile }[] =>
  files
    .flatMap((file) => Array.from({ length: file.copies }, () => file))
    .map((file, n) => ({ id: n === 0 ? `${job.key}.${file.type}` : `${job.key}.${n + 1}.${file.type}`, file }));

type Handed = { kind: 'printed' } | { kind: 'refused'; code: string } | { kind: 'unsure'; code: string };

/** The agent stopped in the middle and its printer cannot be queried. Sending again gives no new information. */
const NOT_KNOWABLE = 'Unknown';

/** Sends a job's files to the agent, one after the other. The result is `refused` only if certainly none was printed. */
async function handOver(ways: Ways, job: PrintJob, agent: Agent, printer: Printer, files: readonly PrintFile[]): Promise<Handed> {
  let doubt = wasSent(job);
  for (const { id, file } of named(job, files)) {
    const hash = await sha256(file.bytes);
    const data = base64(file.bytes);
    let code = '';
    let done = false;
    for (let attempt = 0; attempt < TRIES && !done && code !== NOT_KNOWABLE; attempt += 1) {
      const { signature } = await ways.calls.sent(job.id, {
        agent: `${ways.place} · ${printer.name}`.slice(0, 200),
        pages: files.reduce((sum, one) => sum + one.pages, 0),
        sign: { agentId: agent.agentId, printer: printer.name, file: id, sha256: hash },
      });
      const answer = await agent.print({ printer: printer.name, id, data, signature: signature ?? '' });
      done = answer.kind === 'printed';
      if (answer.kind === 'printed') continue;
      if (answer.kind === 'refused' && (!doubt || LOOKED_UP.includes(answer.code)) && id === named(job, files)[0]?.id) return answer;
      doubt = true;
      code = answer.code;
    }
    if (!done) return { kind: 'unsure', code };
    doubt = true;
  }
  return { kind: 'printed' };
}

/** Prints on this computer's agent. Null: it was not printed, and the job can be printed otherwise. */
async function byAgent(ways: Ways, job: PrintJob, agent: Agent): Promise<Outcome | null> {
  const printer = await ways.choosePrinter(job, agent);
  // A job that may have been printed goes to its own printer or to none.
  if (!printer) return wasSent(job) ? { kind: 'unsure', code: 'NoSuchPrinter' } : null;
  ways.remember(printer);
  const { files, warnings } = await ways.draw(job, printer);
  const faults = faultsOf(warnings);
  if (faults.length > 0 && !wasSent(job) && !(await ways.accept(job, faults))) {
    await ways.calls.end(job.id, { result: 'failed', error: 'Declined' });
    return { kind: 'declined' };
  }
  const handed = await handOver(ways, job, agent, printer, files);
  if (handed.kind === 'unsure') {
    await ways.calls.end(job.id, { result: 'unsure', error: handed.code });
    return handed;
  }
  await ways.calls.end(job.id, handed.kind === 'printed' ? { result: 'printed' } : { result: 'refused', error: handed.code });
  return handed.kind === 'printed' ? { kind: 'printed', where: printer.name, job } : null;
}

/** Prints in a window with the print dialog, if no agent can print the job. */
async function byWindow(ways: Ways, job: PrintJob): Promise<Outcome> {
  const drawn = await ways.draw(job, { format: 'pdf', dpi: 600 });
  const finish = async (): Promise<void> => {
    await ways.calls.sent(job.id, { agent: `${ways.place} · pop-up`, pages: drawn.files.reduce((sum, one) => sum + one.pages, 0) });
    await ways.calls.end(job.id, { result: 'printed' });
  };
  if (!ways.show(job, drawn)) {
    const show = (): void => {
      ways.showLater(job, drawn);
      finish().catch(() => undefined);
    };
    return { kind: 'blocked', show };
  }
  await finish();
  return { kind: 'opened' };
}

/**
 * Prints one job: by this computer's agent, else by another station's, else in a window. A job that may already be printed is only sent to
 * the same agent again. Call it again with the server's current job to continue where it stopped.
 * @throws CallError if the server cannot be reached; the job is unchanged
 */
export async function runJob(ways: Ways, job: PrintJob, options: { elsewhere: boolean } = { elsewhere: true }): Promise<Outcome> {
  if (job.held !== 'mine') return { kind: 'elsewhere', job };
  if (job.state === 'printed') return { kind: 'printed', where: job.agent, job };
  if (job.state === 'failed' || job.state === 'expired') return { kind: 'failed', reason: job.error || job.state };
  try {
    const agent = await ways.findAgent();
    const here = agent && (await byAgent(ways, job, agent));
    if (here) return here;
    if (!agent && wasSent(job)) return { kind: 'unsure', code: 'Absent' };
    if (!options.elsewhere) {
      await ways.calls.end(job.id, { result: 'failed', error: agent ? 'refused' : 'Absent' });
      return { kind: 'failed', reason: 'refused' };
    }
    await ways.calls.offer(job.id);
    await ways.patience(job);
    return await byWindow(ways, await ways.calls.claim(job.id, 'pop-up'));
  } catch (error) {
    if (isTaken(error)) return { kind: 'elsewhere', job: await ways.calls.read(job.id) };
    if (error instanceof CallError) throw error;
    const reason = messageOf(error);
    await ways.calls.end(job.id, { result: 'failed', error: reason });
    return { kind: 'failed', reason: reason };
  }
}

import type { PrintJob } from '#contract/printing/jobs';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';
import { CallError, isCallError } from '../../providers/call-error.ts';
import { faultsOf } from '../faults.ts';
import type { Agent, Draw, DrawnFiles, JobCalls, Outcome, Printer } from './types.ts';

/** The same file is sent so often before the job is left to wait. The agent prints an id once, however often it comes. */
const TRIES = 3;
/** Refusals that an agent gives only after it looked whether the file came out before. */
const LOOKED_UP = ['NoSuchPrinter', 'PrinterFailed'];

export type Ways = {
  calls: JobCalls;
  draw: Draw;
  /** This place in words, as others read it: the station, or the person's name. */
  place: string;
  findAgent: () => Promise<Agent | null>;
  /** Null: nobody named one. */
  choosePrinter: (job: PrintJob, agent: Agent) => Promise<Printer | null>;
  /** Remembered before anything is sent, so that a reload goes on with the same file on the same printer. */
  remember: (printer: Printer) => void;
  /** Resolves when an offered job was taken, or when its time is over. */
  patience: (job: PrintJob) => Promise<void>;
  /** Whether a paper on which something is wrong is wanted all the same. */
  accept: (job: PrintJob, faults: readonly PrintWarning[]) => Promise<boolean>;
  /** Shows the files, and above them what is wrong with them, in the window that the click opened; false where there is none. */
  show: (job: PrintJob, drawn: DrawnFiles) => boolean;
  /** Makes `blocked` good from a click of its own. */
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

/** Handed over in another life of this page: it may have come out. */
const wasSent = ({ state }: PrintJob): boolean => state === 'sent' || state === 'unsure';

/** What an agent prints once: every file and copy has a name of its own, the same at every try. */
const named = (job: PrintJob, files: readonly PrintFile[]): { id: string; file: PrintFile }[] =>
  files
    .flatMap((file) => Array.from({ length: file.copies }, () => file))
    .map((file, n) => ({ id: n === 0 ? `${job.key}.${file.type}` : `${job.key}.${n + 1}.${file.type}`, file }));

type Handed = { kind: 'printed' } | { kind: 'refused'; code: string } | { kind: 'unsure'; code: string };

/** The agent broke off in the middle and its printer cannot be asked: sending again tells nothing new. */
const HOPELESS = 'Unknown';

/** Hands a job's files to the agent, one after the other. Only where none came out for certain it is `refused`. */
async function handOver(ways: Ways, job: PrintJob, agent: Agent, printer: Printer, files: readonly PrintFile[]): Promise<Handed> {
  let doubt = wasSent(job);
  for (const { id, file } of named(job, files)) {
    const hash = await sha256(file.bytes);
    const data = base64(file.bytes);
    let code = '';
    let done = false;
    for (let attempt = 0; attempt < TRIES && !done && code !== HOPELESS; attempt += 1) {
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

/** Prints on this computer's agent. Null: it did not come out, and the job is free for other ways. */
async function byAgent(ways: Ways, job: PrintJob, agent: Agent): Promise<Outcome | null> {
  const printer = await ways.choosePrinter(job, agent);
  // What may have come out goes to its own printer or nowhere.
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

/** Nobody prints it without a dialog: a person does, in a window. */
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
 * Brings one job to paper: this computer's agent, else another station's, else a window. A job that may have come out already is only
 * ever sent to the same agent again. Goes on where it stopped when it is called anew with the job as the server has it.
 * @throws CallError when the server cannot be reached; the job stays as it is
 */
export async function runJob(ways: Ways, job: PrintJob, options: { elsewhere: boolean } = { elsewhere: true }): Promise<Outcome> {
  if (job.held !== 'mine') return { kind: 'elsewhere', job };
  if (job.state === 'printed') return { kind: 'printed', where: job.agent, job };
  if (job.state === 'failed' || job.state === 'expired') return { kind: 'failed', why: job.error || job.state };
  try {
    const agent = await ways.findAgent();
    const here = agent && (await byAgent(ways, job, agent));
    if (here) return here;
    if (!agent && wasSent(job)) return { kind: 'unsure', code: 'Absent' };
    if (!options.elsewhere) {
      await ways.calls.end(job.id, { result: 'failed', error: agent ? 'refused' : 'Absent' });
      return { kind: 'failed', why: 'refused' };
    }
    await ways.calls.offer(job.id);
    await ways.patience(job);
    return await byWindow(ways, await ways.calls.claim(job.id, 'pop-up'));
  } catch (error) {
    if (isTaken(error)) return { kind: 'elsewhere', job: await ways.calls.read(job.id) };
    if (error instanceof CallError) throw error;
    const why = messageOf(error);
    await ways.calls.end(job.id, { result: 'failed', error: why });
    return { kind: 'failed', why };
  }
}

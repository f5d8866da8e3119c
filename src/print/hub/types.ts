import type { z } from 'zod';
import type { PrintOffer } from '#contract/core/live';
import type { JobEnd, JobSent, NewJob, PrintedBefore, PrintJob } from '#contract/printing/jobs';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';

/** A print request: rows by `ids`, or `records` in the document's schema, or an earlier job again. */
export type PrintWish = Omit<NewJob, 'client' | 'stationId' | 'printerId'>;

/** A printer as reported by an agent. `format` and `dpi` (dots per inch) come from its settings, or are the usual ones. */
export type Printer = { name: string; format: 'pdf' | 'zpl'; dpi: number };

/** `lost`: no answer, so it may have been printed. `refused`: certainly not printed. */
export type AgentAnswer = { kind: 'printed' } | { kind: 'refused'; code: string } | { kind: 'lost'; code: string };
export type AgentFile = { printer: string; id: string; data: string; signature: string };
/** The paired print agent of this computer. */
export type Agent = { agentId: string; printers: readonly string[]; print: (file: AgentFile) => Promise<AgentAnswer> };

/** Server calls that change a job. Each rejects with a CallError. */
export type JobCalls = {
  ask: (wish: NewJob, intent: string) => Promise<PrintJob>;
  read: (id: string) => Promise<PrintJob>;
  claim: (id: string, agent: string) => Promise<PrintJob>;
  offer: (id: string) => Promise<PrintJob>;
  sent: (id: string, sent: Omit<z.input<typeof JobSent>, 'client'>) => Promise<PrintJob & { signature: string | null }>;
  end: (id: string, end: Omit<z.input<typeof JobEnd>, 'client'>) => Promise<PrintJob>;
  answer: (id: string, cameOut: boolean) => Promise<PrintJob>;
};

/** `warnings`: what was rendered differently than requested. */
export type DrawnFiles = { files: readonly PrintFile[]; warnings: readonly PrintWarning[] };
/** Renders a job: `makePrint` in the browser. */
export type Draw = (job: PrintJob, printer: Pick<Printer, 'format' | 'dpi'>) => Promise<DrawnFiles>;

/**
 * `elsewhere`: another station prints it or already has. `unsure`: sent without an answer; the user is asked, and the same files are sent
 * again until there is one. `blocked`: no agent prints it and no window could be opened; `show` opens one from a click.
 * `declined`: the user does not want it with its faults.
 */
export type Outcome =
  | { kind: 'printed'; where: string; job: PrintJob }
  | { kind: 'opened' }
  | { kind: 'elsewhere'; job: PrintJob }
  | { kind: 'unsure'; code: string }
  | { kind: 'blocked'; show: () => void }
  | { kind: 'failed'; reason: string }
  | { kind: 'declined' }
  | { kind: 'before'; before: PrintedBefore };

export type OfferedJob = PrintOffer['job'];

import type { z } from 'zod';
import type { PrintOffer } from '#contract/core/live';
import type { JobEnd, JobSent, NewJob, PrintedBefore, PrintJob } from '#contract/printing/jobs';
import type { PrintWarning } from '#print/display';
import type { PrintFile } from '#print/foreign';

/** What the hub is asked for: rows by `ids`, or `records` as the document's schema has them, or an earlier job once more. */
export type PrintWish = Omit<NewJob, 'client' | 'stationId' | 'printerId'>;

/** A printer as an agent knows it. `format` and `dpi` (dots per inch) are the house's word on it, or what most have. */
export type Printer = { name: string; format: 'pdf' | 'zpl'; dpi: number };

/** `lost`: no answer that says whether it came out. `refused`: it did not, for certain. */
export type AgentAnswer = { kind: 'printed' } | { kind: 'refused'; code: string } | { kind: 'lost'; code: string };
export type AgentFile = { printer: string; id: string; data: string; signature: string };
/** The print agent of this computer, found and paired. */
export type Agent = { agentId: string; printers: readonly string[]; print: (file: AgentFile) => Promise<AgentAnswer> };

/** The calls of the server that move a job; each rejects with a CallError. */
export type JobCalls = {
  ask: (wish: NewJob, intent: string) => Promise<PrintJob>;
  read: (id: string) => Promise<PrintJob>;
  claim: (id: string, agent: string) => Promise<PrintJob>;
  offer: (id: string) => Promise<PrintJob>;
  sent: (id: string, sent: Omit<z.input<typeof JobSent>, 'client'>) => Promise<PrintJob & { signature: string | null }>;
  end: (id: string, end: Omit<z.input<typeof JobEnd>, 'client'>) => Promise<PrintJob>;
  answer: (id: string, cameOut: boolean) => Promise<PrintJob>;
};

/** `warnings`: what came out differently than asked. */
export type DrawnFiles = { files: readonly PrintFile[]; warnings: readonly PrintWarning[] };
/** How it is drawn: `makePrint` in the browser. */
export type Draw = (job: PrintJob, printer: Pick<Printer, 'format' | 'dpi'>) => Promise<DrawnFiles>;

/**
 * `elsewhere`: another station prints it, or somebody else does already. `unsure`: handed over without an answer; a person is asked, and
 * the same files are sent again until there is one. `blocked`: nobody prints it and no window could be opened; `show` does, from a click.
 * `declined`: its reader does not want it as it would come out.
 */
export type Outcome =
  | { kind: 'printed'; where: string; job: PrintJob }
  | { kind: 'opened' }
  | { kind: 'elsewhere'; job: PrintJob }
  | { kind: 'unsure'; code: string }
  | { kind: 'blocked'; show: () => void }
  | { kind: 'failed'; why: string }
  | { kind: 'declined' }
  | { kind: 'before'; before: PrintedBefore };

export type OfferedJob = PrintOffer['job'];

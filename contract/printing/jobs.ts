import { z } from 'zod';
import { Id, Line } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { DOCUMENT_NAMES, DOCUMENTS, type DocumentName } from './documents.ts';

/** What paper a document wants: printers are chosen by it, once for all documents of a kind. */
export const PAPER_KINDS = ['label', 'small', 'document'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** Labels that go onto goods and shelves; the others are 4 by 6 inches. */
const SMALL: readonly DocumentName[] = ['itemLabel', 'serialLabel', 'compartmentLabel', 'commandLabel', 'calibrationLabel', 'codeLabel'];
export const paperOf = (document: DocumentName): PaperKind =>
  DOCUMENTS[document].kind === 'document' ? 'document' : SMALL.includes(document) ? 'small' : 'label';

export const JOB_STATES = ['queued', 'sent', 'unsure', 'printed', 'failed', 'expired'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Where a job may go from a state; who writes `state` asks here first.
 * `sent` to `queued` is a refusal for certain: nothing came out, so it may be tried elsewhere. `unsure` is a question to whoever asked for
 * it: it was handed over and nobody answered. Its own agent may still tell, or a person does; it never ends by the clock.
 */
const STEPS: Record<JobState, readonly JobState[]> = {
  queued: ['sent', 'failed', 'expired'],
  sent: ['sent', 'queued', 'unsure', 'printed', 'failed'],
  unsure: ['sent', 'printed', 'failed'],
  printed: [],
  failed: [],
  expired: ['printed'],
};
export const mayStep = (from: JobState, to: JobState): boolean => STEPS[from].includes(to);
/** States that a job may come from, for the one statement that moves it. */
export const statesBefore = (to: JobState): JobState[] => JOB_STATES.filter((from) => mayStep(from, to));

/** A job that nobody handed over by then has expired; the server's signature holds as long. */
export const JOB_MINUTES = 15;
/** A job that was handed over and has no answer by then is `unsure`: its browser or its agent is gone. */
export const ANSWER_MINUTES = 2;
export const MAX_JOB_ROWS = 2000;

/** Names the browser that holds a job; made once, kept in its local storage. */
export const Client = z.string().regex(/^[\w-]{16,64}$/);

const Locales = z.array(z.enum(LOCALES)).min(1).max(2);

/**
 * `POST /v0/print/jobs`. With `ids` the document of these rows, once each unless a reason is given; with `records` what somebody typed.
 * With `reprintOf` the content is that job's own.
 */
export const NewJob = z
  .strictObject({
    client: Client,
    document: z.enum(DOCUMENT_NAMES),
    ids: z.array(Id).min(1).max(MAX_JOB_ROWS).optional(),
    records: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_JOB_ROWS).optional(),
    reprintOf: Id.optional(),
    title: Line(300).default(''),
    locales: Locales.default(['en']),
    stationId: Id.nullable().default(null),
    printerId: Id.nullable().default(null),
    copies: z.int().min(1).max(99).default(1),
    reason: Line(300).default(''),
  })
  .refine((job) => [job.ids, job.records, job.reprintOf].filter((one) => one !== undefined).length === 1, {
    path: ['ids'],
    message: 'required',
  });
export type NewJob = z.input<typeof NewJob>;

/** `POST /v0/print/jobs/:id/claim`: one wins. `agent` is where it comes out, in words for people. */
export const JobClaim = z.strictObject({ client: Client, agent: Line(200, 1) });
/** `POST /v0/print/jobs/:id/offer`: whoever has a printer may take it. */
export const JobOffer = z.strictObject({ client: Client });
/** `POST /v0/print/jobs/:id/sent`: from here on it may have come out. The answer is what the agent checks; none where no agent is named. */
export const JobSent = z.strictObject({
  client: Client,
  agent: Line(200, 1),
  pages: z.int().min(0).max(100_000),
  sign: z
    .strictObject({
      agentId: z.string().regex(/^[0-9a-f]{32}$/),
      printer: Line(200, 1),
      file: z.string().regex(/^[\w.-]{1,200}\.(pdf|zpl|png)$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .optional(),
});
/** `POST /v0/print/jobs/:id/end`: how it came out. `refused` gives it back for another try, and only when nothing came out for certain; `unsure` asks a person. */
export const JobEnd = z.strictObject({
  client: Client,
  result: z.enum(['printed', 'refused', 'failed', 'unsure']),
  error: Line(300).default(''),
});
/** `POST /v0/print/jobs/:id/answer`: what a person found at the printer. */
export const JobAnswer = z.strictObject({ client: Client, cameOut: z.boolean() });
/** `POST /v0/print/agents`: what an agent needs to check our signatures. */
export const AgentKey = z.strictObject({ agentId: z.string().regex(/^[0-9a-f]{32}$/) });

/** What a job prints, as far as it does not lie in rows; and whether the browser that asks is the one that moves it on. */
export const PrintJob = z.object({
  id: Id,
  no: z.string(),
  key: z.string(),
  document: z.enum(DOCUMENT_NAMES),
  ids: z.array(Id),
  records: z.array(z.record(z.string(), z.unknown())).nullable(),
  title: z.string(),
  locales: Locales,
  copies: z.int(),
  state: z.enum(JOB_STATES),
  error: z.string(),
  printerId: Id.nullable(),
  stationId: Id.nullable(),
  agent: z.string(),
  held: z.enum(['mine', 'other', 'nobody']),
});
export type PrintJob = z.infer<typeof PrintJob>;

/** The data of `Duplicate` for a job whose rows were printed, or are being printed by somebody else. */
export const PrintedBefore = z.object({
  printedBefore: z.literal(true),
  no: z.string(),
  by: z.string(),
  at: z.string(),
  state: z.enum(JOB_STATES),
  title: z.string(),
});
export type PrintedBefore = z.infer<typeof PrintedBefore>;

/** What the server's signature covers; the agent makes the same text (scripts/print-agent). `until` in seconds since 1970. */
export const signedText = (job: { file: string; printer: string; sha256: string; until: number }): string =>
  ['kontor-print-1', job.file, job.printer, job.sha256, job.until].join('\n');

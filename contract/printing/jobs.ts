import { z } from 'zod';
import { Id, Line } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { DOCUMENT_NAMES, DOCUMENTS, type DocumentName } from './documents.ts';

/** Kinds of paper. A printer is chosen once for each kind, not for each document. */
export const PAPER_KINDS = ['label', 'small', 'document'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** Labels for goods and shelves. All other labels are 4 by 6 inches. */
const SMALL: readonly DocumentName[] = ['itemLabel', 'serialLabel', 'compartmentLabel', 'commandLabel', 'calibrationLabel', 'codeLabel'];
export const paperOf = (document: DocumentName): PaperKind =>
  DOCUMENTS[document].kind === 'document' ? 'document' : SMALL.includes(document) ? 'small' : 'label';

export const JOB_STATES = ['queued', 'sent', 'unsure', 'printed', 'failed', 'expired'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Allowed state changes of a job. Check here before writing `state`. `sent` → `queued`: the printer refused it for certain, nothing was
 * printed, so it can be tried elsewhere. `unsure`: it was handed over and there was no answer. Its agent or the user who requested it can
 * still report the result; it never expires.
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
/** States from which a job can change to `to`, for the statement that updates it. */
export const statesBefore = (to: JobState): JobState[] => JOB_STATES.filter((from) => mayStep(from, to));

/** A job that was not handed over within this time expires. The server's signature is valid for the same time. */
export const JOB_MINUTES = 15;
/** A job without an answer after this time becomes `unsure`, because its browser or agent is gone. */
export const ANSWER_MINUTES = 2;
export const MAX_JOB_ROWS = 2000;

/** Identifies the browser that holds a job. Created once and kept in its local storage. */
export const Client = z.string().regex(/^[\w-]{16,64}$/);

const Locales = z.array(z.enum(LOCALES)).min(1).max(2);

/**
 * `POST /v0/print/jobs`. `ids`: prints the document for these rows, only once for each row unless a reason is given. `records`: prints
 * typed values. `reprintOf`: repeats the content of another job.
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

/** `POST /v0/print/jobs/:id/claim`: only one caller succeeds. `agent` is the printer's place in words. */
export const JobClaim = z.strictObject({ client: Client, agent: Line(200, 1) });
/** `POST /v0/print/jobs/:id/offer`: any station with a suitable printer may take the job. */
export const JobOffer = z.strictObject({ client: Client });
/**
 * `POST /v0/print/jobs/:id/sent`: from now on it may have been printed. The answer is the signature that the agent checks; empty without
 * an agent.
 */
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
/**
 * `POST /v0/print/jobs/:id/end`: the result. `refused` returns it for another try and is allowed only if nothing was printed; `unsure`
 * asks a person.
 */
export const JobEnd = z.strictObject({
  client: Client,
  result: z.enum(['printed', 'refused', 'failed', 'unsure']),
  error: Line(300).default(''),
});
/** `POST /v0/print/jobs/:id/answer`: what a person found at the printer. */
export const JobAnswer = z.strictObject({ client: Client, cameOut: z.boolean() });
/** `POST /v0/print/agents`: the key with which an agent checks our signatures. */
export const AgentKey = z.strictObject({ agentId: z.string().regex(/^[0-9a-f]{32}$/) });

/** A print job, including content that is not stored in rows, and whether the calling browser is the one that processes it. */
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

/** The `data` of `Duplicate`: the rows were printed already or are being printed by someone else. */
export const PrintedBefore = z.object({
  printedBefore: z.literal(true),
  no: z.string(),
  by: z.string(),
  at: z.string(),
  state: z.enum(JOB_STATES),
  title: z.string(),
});
export type PrintedBefore = z.infer<typeof PrintedBefore>;

/** The text the server signs. The agent builds the same text (scripts/print-agent). `until` is in seconds since 1970. */
export const signedText = (job: { file: string; printer: string; sha256: string; until: number }): string =>
  ['kontor-print-1', job.file, job.printer, job.sha256, job.until].join('\n');

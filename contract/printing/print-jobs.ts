import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Instant, Line, Ref } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { DOCUMENT_NAMES } from './documents.ts';
import { JOB_STATES, PAPER_KINDS } from './jobs.ts';

/** Everything that was printed or should have been: what, by whom, where it came out, and why once more. */
export const printJobs = defineArea({
  name: 'printJobs',
  fields: {
    no: Line(30),
    /** `<document>-<row>-<n>`: with its ending the name that an agent prints once. */
    key: Line(200),
    document: z.enum(DOCUMENT_NAMES),
    ids: z.array(Id),
    title: Line(300),
    locales: z.array(z.enum(LOCALES)),
    paper: z.enum(PAPER_KINDS),
    copies: z.int(),
    /** Null until it was rendered. */
    pages: z.int().nullable(),
    state: z.enum(JOB_STATES),
    reason: Line(300),
    reprintOf: Ref('printJobs').nullable(),
    error: Line(300),
    printerId: Ref('printers').nullable(),
    stationId: Ref('stations').nullable(),
    /** Where it came out, in words. */
    agent: Line(200),
    requestedBy: Ref('users'),
    merchantId: Ref('merchants').nullable(),
    sentAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    expiresAt: Instant,
  },
  search: ['no', 'title', 'key'],
  title: ['no', 'title'],
  named: true,
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Instant, Line, Ref } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { DOCUMENT_NAMES } from './documents.ts';
import { JOB_STATES, PAPER_KINDS } from './jobs.ts';

/** All print jobs: what was printed, by whom, where, and why again. */
export const printJobs = defineArea({
  name: 'printJobs',
  fields: {
    no: Line(30),
    /** `<document>-<row>-<n>`. With the file extension it is the file name that an agent prints only once. */
    key: Line(200),
    document: z.enum(DOCUMENT_NAMES),
    ids: z.array(Id),
    title: Line(300),
    locales: z.array(z.enum(LOCALES)),
    paper: z.enum(PAPER_KINDS),
    copies: z.int(),
    /** Null until it is rendered. */
    pages: z.int().nullable(),
    state: z.enum(JOB_STATES),
    reason: Line(300),
    reprintOf: Ref('printJobs').nullable(),
    error: Line(300),
    printerId: Ref('printers').nullable(),
    stationId: Ref('stations').nullable(),
    /** The place of the printer in words. */
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

import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { LOCALES } from '#contract/core/limits';
import type { ActionSpec } from '#contract/core/mask';
import { MAIL_KINDS, MAIL_STATES, type MailKind } from '#contract/settings/mail-states';
import { outgoingMails as area } from '#contract/settings/outgoing-mails';
import { isOutside } from '../../../core/http/actor.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { outgoingMailRoutes } from './routes.ts';
import { outgoingMails as table } from './table.ts';

const MEANING = { waiting: 'work', sent: 'done', failed: 'stop', bounced: 'stop' } as const;

const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, width: 110 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 130,
    options: MAIL_KINDS.map((value) => ({ value, label: `outgoingMails.kinds.${value}` })),
  },
  documentNo: { kind: 'text', filter: true, width: 150 },
  status: {
    kind: 'status',
    filter: true,
    width: 130,
    options: MAIL_STATES.map((value) => ({ value, label: `outgoingMails.statuses.${value}`, meaning: MEANING[value] })),
  },
  mailTo: { kind: 'email', filter: true, width: 240 },
  subject: { kind: 'text', width: 280 },
  text: { kind: 'text', multiline: true, width: 320 },
  locale: {
    kind: 'choice',
    width: 110,
    options: LOCALES.map((value) => ({ value, label: `outgoingMails.locales.${value}` })),
  },
  attempts: { kind: 'number', width: 90 },
  dueAt: { kind: 'instant', width: 160 },
  sentAt: { kind: 'instant', filter: true, width: 160 },
  error: { kind: 'text', audience: 'house', width: 260 },
  reason: { kind: 'text', audience: 'house', width: 200 },
  resendOf: { kind: 'reference', area: 'outgoingMails', filter: true, width: 140 },
  invoiceId: { kind: 'reference', area: 'invoices', filter: true, width: 150 },
  quotationId: { kind: 'reference', area: 'quotations', filter: true, width: 150 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  ticketId: { kind: 'reference', area: 'tickets', filter: true, width: 170 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  customerId: { kind: 'reference', area: 'customers', filter: true, width: 170 },
  pdfFile: { kind: 'file', visibility: 'intern', width: 120 },
  xmlFile: { kind: 'file', visibility: 'intern', width: 120 },
});

/** Area of the documents of each kind. */
const AREAS: Record<MailKind, string> = {
  invoice: 'invoices',
  creditNote: 'invoices',
  statement: 'invoices',
  dunning: 'dunningLetters',
  quotation: 'quotations',
  shipment: 'tasks',
  ticket: 'tickets',
};

/** Mails that people outside the house may see. */
const OF_ORDERS: readonly MailKind[] = ['shipment', 'ticket'];

const reason = { kind: 'text', label: 'outgoingMails.actions.reason', required: true, maxLength: 300 } as const;
const action = (key: 'again' | 'bounced', states: string[], more: Partial<ActionSpec> = {}): ActionSpec => ({
  key,
  label: `outgoingMails.actions.${key}`,
  done: `outgoingMails.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/outgoingMails/:id/${key}` },
  when: { field: 'status', op: 'in', value: states },
  privilege: 'outgoingMails.create',
  ask: { reason },
  ...more,
});

/** What both sides see. */
const SHARED = { icon: 'mail', facts: ['documentNo', 'mailTo', 'status', 'sentAt'], fields } as const;
const WAITS = { when: { field: 'status', op: 'eq', value: 'waiting' }, text: 'outgoingMails.next.waiting', meaning: 'wait' } as const;
const PARTS = { letter: ['text'], files: ['pdfFile', 'xmlFile'] } as const;

export const outgoingMails = defineServerArea({
  area,
  table,
  houseFields: ['error', 'reason'],
  // A mail contains its document. Only users who may read the document may see it; merchants see those about their orders and tickets.
  readers: {
    instead: false,
    where: (actor) => {
      const kinds = isOutside(actor) ? OF_ORDERS : MAIL_KINDS;
      const open = kinds.filter((kind) => allows(actor.privileges, `${AREAS[kind]}.read`));
      return open.length === MAIL_KINDS.length ? null : sql`t.kind = any(${`{${open.join(',')}}`}::text[])`;
    },
  },
  related: [
    {
      area: 'outgoingMails',
      by: 'resendOf',
      columns: ['no', 'status', 'mailTo', 'reason', 'sentAt'],
      title: 'outgoingMails.related.again',
    },
  ],
  routes: outgoingMailRoutes,
  masks: [
    defineMask(area, {
      key: 'sales.mail.list',
      ...SHARED,
      next: [
        WAITS,
        {
          when: { field: 'status', op: 'in', value: ['failed', 'bounced'] },
          action: 'again',
          text: 'outgoingMails.next.again',
          meaning: 'stop',
        },
      ],
      columns: [
        'no',
        'kind',
        'documentNo',
        'status',
        'mailTo',
        'sentAt',
        'attempts',
        'error',
        { field: 'subject', hidden: true },
        { field: 'reason', hidden: true },
        { field: 'resendOf', hidden: true },
        { field: 'taskId', hidden: true },
        { field: 'ticketId', hidden: true },
        { field: 'merchantId', hidden: true },
        { field: 'customerId', hidden: true },
        { field: 'dueAt', hidden: true },
      ],
      filters: [
        'status',
        'kind',
        'documentNo',
        'mailTo',
        'sentAt',
        'merchantId',
        'customerId',
        'invoiceId',
        'quotationId',
        'taskId',
        'ticketId',
        'no',
      ],
      views: [
        { key: 'waiting', label: 'outgoingMails.statuses.waiting', filters: [{ field: 'status', op: 'eq', value: 'waiting' }] },
        {
          key: 'notArrived',
          label: 'outgoingMails.views.notArrived',
          filters: [{ field: 'status', op: 'in', value: ['failed', 'bounced'] }],
        },
      ],
      show: {
        mail: ['no', 'kind', 'documentNo', 'status', 'error', 'mailTo', 'subject', 'locale'],
        ...PARTS,
        way: [
          'attempts',
          'dueAt',
          'sentAt',
          'reason',
          'resendOf',
          'invoiceId',
          'quotationId',
          'taskId',
          'ticketId',
          'merchantId',
          'customerId',
        ],
      },
      actions: [
        action('again', ['sent', 'failed', 'bounced'], {
          ask: { reason, mailTo: { kind: 'email', label: 'outgoingMails.actions.mailTo', help: 'outgoingMails.help.mailTo' } },
        }),
        action('bounced', ['sent']),
      ],
    }),
    defineMask(area, {
      key: 'mEP.mail.list',
      ...SHARED,
      next: [WAITS],
      columns: [
        'no',
        'kind',
        'documentNo',
        'status',
        'mailTo',
        'sentAt',
        { field: 'subject', hidden: true },
        { field: 'taskId', hidden: true },
      ],
      filters: ['status', 'kind', 'documentNo', 'mailTo', 'sentAt', 'taskId', 'no'],
      show: {
        mail: ['no', 'kind', 'documentNo', 'status', 'mailTo', 'subject', 'locale'],
        ...PARTS,
        way: ['sentAt', 'taskId', 'ticketId', 'invoiceId', 'quotationId'],
      },
    }),
  ],
});

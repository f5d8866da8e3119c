import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Email, FileId, Instant, Line, Ref, Refs } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';

/** Numeric user types: up to 100 outside the house, above that staff (GLOSSARY.md). */
export const USER_TYPES = {
  merchant: 10,
  carrier: 20,
  supplier: 30,
  warehouse: 110,
  employee: 120,
  finance: 130,
  manager: 150,
  admin: 200,
} as const;

export const users = defineArea({
  name: 'users',
  fields: {
    account: Email,
    name: Line(100, 1),
    type: z.int().min(1).max(999).default(USER_TYPES.merchant),
    roleIds: Refs('roles').default([]),
    classIds: Refs('classes').default([]),
    merchantId: Ref('merchants').nullable().default(null),
    carrierId: Ref('carriers').nullable().default(null),
    supplierId: z.uuid().nullable().default(null),
    /** The parent account. The sub-account selector groups by it. */
    subOf: Ref('users').nullable().default(null),
    avatar: FileId.nullable().default(null),
    locale: z.enum(LOCALES).nullable().default(null),
    /** In training: the user scans every piece, whatever the item says. */
    training: z.boolean().default(false),
    /** The number of a person of the house in payroll. Unique unless empty. */
    personnelNo: Line(20).default(''),
    /** The tag (EPC) that the person holds to the reader of the time clock. Unique, in capital or small letters. */
    rfidTag: Line(128, 1).nullable().default(null),
    disabledAt: Instant.nullable().default(null),
    lastSeenAt: Instant.nullable(),
    /** A new address that has not been confirmed yet. Until then the account keeps the old one. */
    pendingAccount: Email.nullable(),
    /** False until the invitation is accepted. */
    hasPassword: z.boolean(),
    /** True if a second factor is required to sign in. */
    hasTotp: z.boolean(),
  },
  serverSet: ['lastSeenAt', 'pendingAccount', 'hasPassword', 'hasTotp'],
  search: ['account', 'name'],
  title: ['name'],
  named: true,
  merchant: 'merchantId',
  carrier: 'carrierId',
});

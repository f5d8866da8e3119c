import { pgTable } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';
import { partyColumns } from '../columns.ts';

export const customers = pgTable('customers', { ...baseColumns, ...partyColumns });

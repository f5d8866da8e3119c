import { pgTable } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../db/columns.ts';
import { partyColumns } from '../../parties/columns.ts';

export const customers = pgTable('customers', { ...baseColumns, ...partyColumns });

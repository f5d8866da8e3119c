import { requirePrivilege } from '../../../core/http/actor.ts';
import { statementPaper, usualPeriod } from '../../money/index.ts';
import type { Builder } from './builder.ts';

/** A statement of the last months. It says what invoices say, so whoever prints it must be allowed to read those. */
const statementOf =
  (key: 'merchantId' | 'customerId'): Builder =>
  async ({ tx, actor, ids }) => {
    requirePrivilege(actor, 'invoices.read');
    const period = await usualPeriod(tx);
    const records = new Map<string, object>();
    for (const id of ids) records.set(id, await statementPaper(tx, { [key]: id }, period));
    return records;
  };
export const merchantStatement = statementOf('merchantId');
export const customerStatement = statementOf('customerId');

import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { tax as area, EC_LIST_KINDS, TAX_DIRECTIONS } from '#contract/money/tax';
import { cell, statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { vatOptions } from '../fields.ts';
import { tax as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 120 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  country: { kind: 'text', pattern: 'countryCode', filter: true, sort: true, width: 150 },
  category: { kind: 'choice', filter: true, width: 180, options: vatOptions },
  rate: { kind: 'percent', sort: true, filter: true, width: 100 },
  reverseCharge: { kind: 'boolean', filter: true, width: 130 },
  direction: {
    kind: 'choice',
    filter: true,
    sort: true,
    width: 120,
    options: TAX_DIRECTIONS.map((value) => ({ value, label: `tax.directions.${value}` })),
  },
  accountNo: { kind: 'text', mono: true, help: 'tax.help.accountNo', width: 120 },
  vatAccountNo: { kind: 'text', mono: true, help: 'tax.help.vatAccountNo', width: 120 },
  owedAccountNo: { kind: 'text', mono: true, help: 'tax.help.owedAccountNo', width: 120 },
  datevKey: { kind: 'text', mono: true, help: 'tax.help.datevKey', width: 110 },
  boxBase: { kind: 'text', mono: true, help: 'tax.help.boxBase', width: 110 },
  boxTax: { kind: 'text', mono: true, width: 110 },
  boxOwed: { kind: 'text', mono: true, width: 110 },
  ecList: { kind: 'choice', filter: true, width: 140, options: EC_LIST_KINDS.map((value) => ({ value, label: `tax.ecLists.${value}` })) },
  validFrom: { kind: 'date', filter: true, sort: true, width: 120 },
  validTo: { kind: 'date', filter: true, sort: true, width: 120 },
});

/** What the lines of the ledger under a code say. */
const BOOKED = ['code', 'direction', 'category', 'rate', 'reverseCharge'] as const;
const isBooked = statement(
  { booked: cell.boolean },
  ({ code }: { code: string }) => sql`select exists (select from transactions where tax_code = ${code} and tax_code <> '') as booked`,
);

async function faults({ tx, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  const { validFrom, validTo } = { ...current, ...values };
  const { category, rate, direction, reverseCharge } = {
    category: 'S',
    rate: 0,
    direction: 'out',
    reverseCharge: false,
    ...current,
    ...values,
  };
  const errors: FieldError[] = [];
  if (validFrom && validTo && validTo < validFrom) errors.push({ path: 'validTo', rule: 'beforeStart' });
  if (category === 'S' && rate === 0) errors.push({ path: 'rate', rule: 'vatRateMissing' });
  // Of what is bought under reverse charge it is the rate that the house owes.
  if (category !== 'S' && rate !== 0 && !(direction === 'in' && reverseCharge)) errors.push({ path: 'rate', rule: 'vatRateZero' });
  const changed = current ? BOOKED.filter((key) => key in values && values[key] !== current[key]) : [];
  if (current && changed.length > 0 && (await isBooked.one(tx, { code: current.code })).booked)
    errors.push(...changed.map((path) => ({ path, rule: 'fixed' })));
  return errors;
}
const columns = ['code', 'name', 'direction', 'country', 'category', 'rate', 'reverseCharge', 'validFrom', 'validTo'] as const;
const booking = ['accountNo', 'vatAccountNo', 'owedAccountNo', 'datevKey', 'boxBase', 'boxTax', 'boxOwed', 'ecList'] as const;

export const tax = defineServerArea({
  area,
  table,
  unique: [['code']],
  check: faults,
  masks: [
    defineMask(area, {
      key: 'sys.tax.list',
      icon: 'percentage',
      fields,
      columns: [...columns, { field: 'boxBase', hidden: true }, { field: 'boxTax', hidden: true }, { field: 'datevKey', hidden: true }],
      filters: [...columns, 'ecList'],
      sort: 'code',
      form: {
        layout: 'drawer',
        sections: { main: columns, booking },
      },
      import: { fields: [...columns, ...booking], match: ['code'] },
    }),
  ],
});

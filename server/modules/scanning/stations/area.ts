import { sql } from 'drizzle-orm';
import { PROFILES } from '#contract/scanning/commands';
import { stations as area, READER_USES } from '#contract/scanning/stations';
import { statement } from '../../../core/db/statement.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { stations as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'barcode', sort: true, filter: true, width: 130 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  compartmentId: { kind: 'reference', area: 'compartments', filter: true, help: 'stations.help.compartmentId', width: 160 },
  profiles: {
    kind: 'choices',
    help: 'stations.help.profiles',
    width: 300,
    options: PROFILES.map((value) => ({ value, label: `scan.profiles.${value}.title` })),
  },
  printerId: { kind: 'reference', area: 'printers', filter: true, width: 180 },
  reader: { kind: 'text', mono: true, filter: true, help: 'stations.help.reader', width: 140 },
  readerUse: {
    kind: 'choice',
    help: 'stations.help.readerUse',
    width: 150,
    options: READER_USES.map((value) => ({ value, label: `stations.readerUses.${value}` })),
  },
  active: { kind: 'boolean', filter: true, width: 90 },
});

/** What pairs a reader to the time clock. */
const PAIRING = ['reader', 'readerUse', 'active'] as const;
const PAIR_PRIVILEGE = 'attendances.update';
/** Another station with this reader. The index refuses it too, but names no field. */
const findReader = statement(
  { id: table.id },
  ({ reader, id }: { reader: string; id: string | null }) =>
    sql`select id from stations where reader = ${reader} and deleted_at is null and id is distinct from ${id}::uuid`,
);
const findUse = statement(
  { readerUse: table.readerUse },
  ({ id }: { id: string }) => sql`select reader_use from stations where id = ${id}::uuid`,
);

export const stations = defineServerArea({
  area,
  table,
  related: [
    { area: 'scans', by: 'stationId', columns: ['at', 'profile', 'code', 'outcome', 'userId'] },
    { area: 'printJobs', by: 'stationId', columns: ['no', 'document', 'state', 'sentAt'] },
  ],
  unique: [['code']],
  check: async ({ tx, actor, values, current }) => {
    const next = { ...current, ...values };
    const isTaken = next.reader && (await findReader.first(tx, { reader: next.reader, id: current?.id ?? null }));
    if (isTaken) return [{ path: 'reader', rule: 'duplicate' }];
    if (next.readerUse !== 'clock') return [];
    if (!next.reader) return [{ path: 'reader', rule: 'required' }];
    const isPaired = current !== null && PAIRING.every((key) => next[key] === current[key]);
    // Whoever pairs a reader to the time clock writes the hours of others.
    if (!isPaired) requirePrivilege(actor, PAIR_PRIVILEGE);
    return [];
  },
  afterRecover: async ({ tx, actor, id }) => {
    if ((await findUse.one(tx, { id })).readerUse === 'clock') requirePrivilege(actor, PAIR_PRIVILEGE);
  },
  masks: [
    defineMask(area, {
      key: 'settings.stations.list',
      icon: 'tablet',
      fields,
      columns: [
        'code',
        'name',
        'compartmentId',
        'profiles',
        'printerId',
        { field: 'reader', hidden: true },
        { field: 'readerUse', hidden: true },
        'active',
      ],
      filters: ['code', 'name', 'compartmentId', 'printerId', 'active'],
      sort: 'code',
      form: {
        layout: 'drawer',
        sections: { station: ['code', 'name', 'compartmentId', 'profiles', 'printerId', 'reader', 'readerUse', 'active'] },
      },
    }),
  ],
});

import { PROFILES } from '#contract/scanning/commands';
import { stations as area } from '#contract/scanning/stations';
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
  active: { kind: 'boolean', filter: true, width: 90 },
});

export const stations = defineServerArea({
  area,
  table,
  related: [
    { area: 'scans', by: 'stationId', columns: ['at', 'profile', 'code', 'outcome', 'userId'] },
    { area: 'printJobs', by: 'stationId', columns: ['no', 'document', 'state', 'sentAt'] },
  ],
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'settings.stations.list',
      icon: 'tablet',
      fields,
      columns: ['code', 'name', 'compartmentId', 'profiles', 'printerId', { field: 'reader', hidden: true }, 'active'],
      filters: ['code', 'name', 'compartmentId', 'printerId', 'active'],
      sort: 'code',
      form: { layout: 'drawer', sections: { station: ['code', 'name', 'compartmentId', 'profiles', 'printerId', 'reader', 'active'] } },
    }),
  ],
});

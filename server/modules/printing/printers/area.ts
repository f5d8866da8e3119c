import { printers as area, PRINTER_KINDS } from '#contract/printing/printers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printers as table } from './table.ts';

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  kind: { kind: 'choice', filter: true, width: 100, options: PRINTER_KINDS.map((value) => ({ value, label: `printers.kinds.${value}` })) },
  queue: { kind: 'text', mono: true, filter: true, help: 'printers.help.queue', width: 220 },
  mediaWidth: { kind: 'size', width: 110 },
  mediaHeight: { kind: 'size', width: 110 },
  dpi: { kind: 'number', unit: 'dpi', width: 100 },
  location: { kind: 'text', filter: true, width: 180 },
  active: { kind: 'boolean', filter: true, width: 90 },
});

export const printers = defineServerArea({
  area,
  table,
  related: [
    { area: 'printJobs', by: 'printerId', columns: ['no', 'document', 'state', 'pages', 'sentAt'] },
    { area: 'stations', by: 'printerId', columns: ['code', 'name', 'active'] },
  ],
  unique: [['name']],
  masks: [
    defineMask(area, {
      key: 'sys.printers.list',
      icon: 'printer',
      fields,
      columns: ['name', 'kind', 'queue', 'mediaWidth', 'mediaHeight', 'dpi', 'location', 'active'],
      filters: ['name', 'kind', 'queue', 'location', 'active'],
      sort: 'name',
      form: {
        layout: 'drawer',
        sections: { main: ['name', 'kind', 'queue', 'location', 'active'], media: ['mediaWidth', 'mediaHeight', 'dpi'] },
      },
      import: { fields: ['name', 'kind', 'queue', 'mediaWidth', 'mediaHeight', 'dpi', 'location', 'active'], match: ['name'] },
    }),
  ],
});

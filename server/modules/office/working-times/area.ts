import { sql } from 'drizzle-orm';
import { STATES } from '#contract/office/holidays';
import { LONGEST_DAY } from '#contract/office/working-time';
import { workingTimes as area } from '#contract/office/working-times';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { workingTimes as table } from './table.ts';

const hours = { kind: 'number', unit: 'min', hours: true, min: 0, max: LONGEST_DAY, help: 'workingTimes.help.hours', width: 110 } as const;
const fields = defineFields(area, {
  userId: { kind: 'reference', area: 'users', filter: true, createOnly: true, width: 170 },
  validFrom: { kind: 'date', sort: true, filter: true, help: 'workingTimes.help.validFrom', width: 130 },
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
  saturday: hours,
  sunday: hours,
  weekMinutes: { kind: 'number', unit: 'min', sort: true, filter: true, width: 130 },
  leaveDays: { kind: 'number', filter: true, help: 'workingTimes.help.leaveDays', width: 120 },
  leaveCarried: { kind: 'number', help: 'workingTimes.help.leaveCarried', width: 120 },
  state: {
    kind: 'choice',
    filter: true,
    help: 'workingTimes.help.state',
    width: 190,
    options: STATES.map((value) => ({ value, label: `workingTimes.states.${value}` })),
  },
  assumption: {
    kind: 'boolean',
    help: 'workingTimes.help.assumption',
    when: { field: 'state', op: 'eq', value: 'BY' },
    width: 150,
  },
});

export const workingTimes = defineServerArea({
  area,
  table,
  unique: [['userId', 'validFrom']],
  // Users only see their own models, unless they manage those of others.
  owned: { by: 'userId', visible: sql`false`, all: 'workingTimes.update' },
  masks: [
    defineMask(area, {
      key: 'oa.workingTime.list',
      icon: 'schedule',
      fields,
      columns: [
        'userId',
        'name',
        'validFrom',
        'weekMinutes',
        'leaveDays',
        'state',
        ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map((field) => ({
          field,
          hidden: true,
        })),
      ],
      filters: ['userId', 'name', 'validFrom', 'weekMinutes', 'state'],
      sort: '-validFrom',
      form: {
        layout: 'drawer',
        sections: {
          model: ['userId', 'validFrom', 'name', 'state', 'assumption'],
          leave: ['leaveDays', 'leaveCarried'],
          week: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        },
      },
    }),
  ],
});

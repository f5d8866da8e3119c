import { tasks as area } from '#contract/areas/tasks';
import { defineServerArea } from '../../http/area.ts';
import { tasks as table } from './table.ts';

export const tasks = defineServerArea({
  area,
  table,
  computed: ['statusSince', 'pieces', 'picked', 'packed', 'shipped', 'received', 'putAway', 'parcelCount', 'allocatedAt'],
  masks: [],
});

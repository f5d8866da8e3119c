import { taskLines as area } from '#contract/areas/task-lines';
import { defineServerArea } from '../../http/area.ts';
import { taskLines as table } from './table.ts';

export const taskLines = defineServerArea({ area, table, computed: ['*'], masks: [] });

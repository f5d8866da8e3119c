import { serials as area } from '#contract/areas/serials';
import { defineServerArea } from '../../http/area.ts';
import { serials as table } from './table.ts';

export const serials = defineServerArea({ area, table, computed: ['*'], masks: [] });

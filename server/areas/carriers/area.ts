import { carriers as area } from '#contract/areas/carriers';
import { defineServerArea } from '../../http/area.ts';
import { carriers as table } from './table.ts';

export const carriers = defineServerArea({ area, table, unique: [['code']], masks: [] });

import { stations as area } from '#contract/areas/stations';
import { defineServerArea } from '../../http/area.ts';
import { stations as table } from './table.ts';

export const stations = defineServerArea({ area, table, unique: [['code']], masks: [] });

import { mergedUnits as area } from '#contract/areas/merged-units';
import { defineServerArea } from '../../http/area.ts';
import { mergedUnits as table } from './table.ts';

export const mergedUnits = defineServerArea({ area, table, unique: [['code']], number: { field: 'code', prefix: 'LPN' }, masks: [] });

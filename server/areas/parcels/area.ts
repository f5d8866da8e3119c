import { parcels as area } from '#contract/areas/parcels';
import { defineServerArea } from '../../http/area.ts';
import { parcels as table } from './table.ts';

export const parcels = defineServerArea({ area, table, computed: ['pieces'], masks: [] });

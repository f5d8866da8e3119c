import { scans as area } from '#contract/areas/scans';
import { defineServerArea } from '../../http/area.ts';
import { scans as table } from './table.ts';

export const scans = defineServerArea({ area, table, journal: true, masks: [] });

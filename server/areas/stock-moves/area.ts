import { stockMoves as area } from '#contract/areas/stock-moves';
import { defineServerArea } from '../../http/area.ts';
import { stockMoves as table } from './table.ts';

export const stockMoves = defineServerArea({ area, table, journal: true, masks: [] });

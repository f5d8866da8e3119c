import { stockBalances as area } from '#contract/areas/stock-balances';
import { defineServerArea } from '../../http/area.ts';
import { stockBalances as table } from './table.ts';

export const stockBalances = defineServerArea({ area, table, computed: ['*'], masks: [] });

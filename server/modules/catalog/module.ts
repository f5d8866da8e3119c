import type { ServerModule } from '../../core/http/module.ts';
import { itemAliases } from './item-aliases/area.ts';
import { itemComponents } from './item-components/area.ts';
import { items } from './items/area.ts';
import { mergedUnits } from './merged-units/area.ts';
import { serials } from './serials/area.ts';

/** Items with their aliases, components, serial numbers and merged units. */
export const catalogModule: ServerModule = {
  name: 'catalog',
  areas: [items, itemAliases, itemComponents, serials, mergedUnits],
};

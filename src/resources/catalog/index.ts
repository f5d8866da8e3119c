import type { AreaRoutes } from '../../providers/routes.ts';
import { itemAliases } from './item-aliases/index.tsx';
import { itemComponents } from './item-components/index.tsx';
import { items } from './items/index.tsx';
import { mergedUnits } from './merged-units/index.tsx';
import { serials } from './serials/index.tsx';

export const catalogScreens: readonly AreaRoutes[] = [items, itemAliases, itemComponents, mergedUnits, serials];

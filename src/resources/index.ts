import { PAGE_ROUTES } from '../pages/routes.ts';
import type { AreaRoutes } from '../providers/routes.ts';
import { announcements } from './announcements/index.tsx';
import { classes } from './classes/index.tsx';
import { compartments } from './compartments/index.tsx';
import { customers } from './customers/index.tsx';
import { duties } from './duties/index.tsx';
import { exports } from './exports/index.tsx';
import { files } from './files/index.tsx';
import { groups } from './groups/index.tsx';
import { imports } from './imports/index.tsx';
import { itemAliases } from './item-aliases/index.tsx';
import { items } from './items/index.tsx';
import { lookup } from './lookup/index.tsx';
import { masken } from './masken/index.tsx';
import { merchants } from './merchants/index.tsx';
import { oauthClients } from './oauth-clients/index.tsx';
import { printers } from './printers/index.tsx';
import { privileges } from './privileges/index.tsx';
import { roles } from './roles/index.tsx';
import { settings } from './settings/index.tsx';
import { storehouses } from './storehouses/index.tsx';
import { suppliers } from './suppliers/index.tsx';
import { tax } from './tax/index.tsx';
import { users } from './users/index.tsx';
import { warehouses } from './warehouses/index.tsx';

/** Every area with its screens; the order is that of the sidebar within a section. */
export const AREAS: readonly AreaRoutes[] = [
  PAGE_ROUTES,
  items,
  itemAliases,
  warehouses,
  compartments,
  storehouses,
  customers,
  suppliers,
  groups,
  exports,
  imports,
  merchants,
  masken,
  users,
  oauthClients,
  roles,
  privileges,
  classes,
  duties,
  announcements,
  lookup,
  tax,
  printers,
  files,
  settings,
];

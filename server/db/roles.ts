import type pg from 'pg';
import { ACTIONS } from '#contract/area';
import { COMMANDS, type CommandSpec } from '#contract/task/actions';
import type { ServerArea } from '../http/area.ts';

const commandSpecs: CommandSpec[] = Object.values(COMMANDS);
/** Commands on tasks that this side may give at all (contract/task/actions.ts). */
const commandsOf = (side: 'staff' | 'merchant'): string[] => [
  ...new Set(commandSpecs.filter(({ audience }) => audience.includes(side)).map(({ privilege }) => `tasks.${privilege}`)),
];

/** Privileges beyond what may be done to the rows of every area. */
const OTHER_PRIVILEGES = [
  '*',
  'masken.read',
  'masken.update',
  'parcels.track',
  'counts.approve',
  'tasks.swapSerial',
  'stockBalances.adjust',
  ...commandSpecs.map(({ privilege }) => `tasks.${privilege}`),
];

const texts = (en: string, cn: string, de: string) => ({ en, cn, de });
/** Every signed-in person works with these. */
const EVERYBODY = ['views.*', 'files.read', 'announcements.read', 'lookup.read'];
/** Printing: what may be printed is decided by who may read the rows. */
const PRINTING = ['printJobs.read', 'printJobs.create'];
/** What the warehouse is and does, to look at. */
const WAREHOUSE_READ = [
  'carriers',
  'stations',
  'stockBalances',
  'stockMoves',
  'mergedUnits',
  'serials',
  'tasks',
  'taskLines',
  'parcels',
  'picklists',
  'scans',
  'loadingLists',
  'counts',
].map((area) => `${area}.read`);
/** Commands that follow from what somebody at the dock or at a table sees; releasing, cancelling and closing is the desk's. */
const FLOOR_COMMANDS = ['hold', 'raise', 'resolve', 'recompute', 'receive', 'decideCancel', 'correctAddress'].map((one) => `tasks.${one}`);
/** The desk's whole say over the warehouse. */
const WAREHOUSE_ALL = ['tasks.*', 'picklists.*', 'parcels.*', 'loadingLists.*', 'counts.*', 'scans.*', 'mergedUnits.*'];
const WAREHOUSE_EXPORT = ['taskLines', 'stockBalances', 'stockMoves', 'serials'].map((area) => `${area}.export`);
const PEOPLE_OF_THE_HOUSE = [
  ...EVERYBODY,
  ...PRINTING,
  ...WAREHOUSE_READ,
  'merchants.read',
  'users.read',
  'items.read',
  'itemAliases.read',
  'itemComponents.read',
  'groups.read',
  'customers.read',
  'suppliers.read',
  'storehouses.read',
  'warehouses.read',
  'compartments.read',
  'tax.read',
  'printers.read',
];

/**
 * The roles that the house starts with. They are rows like any other afterwards: an edited role keeps its edits.
 * Routes are path prefixes (specification, point 6); what they show is checked by privilege on every call.
 */
export const BUILT_IN_ROLES = [
  { key: 'admin', name: texts('Administrator', '管理员', 'Administration'), routes: ['*'], privileges: ['*'] },
  {
    key: 'manager',
    name: texts('Manager', '经理', 'Leitung'),
    routes: [
      '/home',
      '/personal',
      '/eEP',
      '/wms',
      '/wEP',
      '/sales',
      '/purchases',
      '/accounting',
      '/finance',
      '/settings',
      '/tools',
      '/oa',
      '/mOrders',
      '/2bc',
      '/c7r',
      '/t12n',
      '/meta',
      '/dev',
      '/calendar',
    ],
    privileges: [
      ...PEOPLE_OF_THE_HOUSE,
      'merchants.*',
      'items.*',
      'itemAliases.*',
      'itemComponents.*',
      'groups.*',
      'customers.*',
      'suppliers.*',
      'storehouses.*',
      'warehouses.*',
      'compartments.*',
      ...WAREHOUSE_ALL,
      ...WAREHOUSE_EXPORT,
      'stockBalances.adjust',
      'carriers.*',
      'stations.*',
      'lookup.*',
      'tax.*',
      'printers.*',
      'announcements.*',
      'files.*',
      'users.read',
      'users.create',
      'users.update',
      'classes.*',
      'duties.*',
      'roles.read',
      'privileges.read',
      'settings.read',
      'masken.read',
      'exports.*',
      'imports.*',
    ],
  },
  {
    key: 'employee',
    name: texts('Employee', '员工', 'Sachbearbeitung'),
    routes: [
      '/home',
      '/personal',
      '/eEP',
      '/wms',
      '/wEP',
      '/sales',
      '/purchases',
      '/tools',
      '/oa',
      '/mOrders',
      '/2bc',
      '/c7r',
      '/t12n',
      '/calendar',
    ],
    privileges: [
      ...PEOPLE_OF_THE_HOUSE,
      'items.*',
      'itemAliases.*',
      'itemComponents.*',
      'groups.*',
      'customers.*',
      'suppliers.*',
      'compartments.update',
      ...WAREHOUSE_ALL,
      ...WAREHOUSE_EXPORT,
      'files.*',
      'exports.*',
      'imports.*',
    ],
  },
  {
    key: 'merchant',
    name: texts('Merchant', '商家', 'Händler'),
    routes: ['/home', '/personal', '/mEP', '/shopifyEP'],
    privileges: [
      ...EVERYBODY,
      ...PRINTING,
      'merchants.read',
      'items.read',
      'items.create',
      'items.update',
      'items.delete',
      'items.recover',
      'items.import',
      'items.export',
      'itemAliases.*',
      'itemComponents.*',
      'groups.*',
      'customers.*',
      'suppliers.*',
      // The carriers to choose from; whose goods lie where, and what became of the own orders.
      'carriers.read',
      ...['tasks', 'taskLines', 'parcels', 'picklists', 'stockBalances', 'stockMoves', 'serials'].flatMap((area) => [
        `${area}.read`,
        `${area}.export`,
      ]),
      'tasks.create',
      'tasks.import',
      'tasks.update',
      ...commandsOf('merchant'),
      // Merchants who pack themselves scan by reference (packScanRef).
      'scans.create',
      'exports.*',
      'imports.*',
    ],
  },
  {
    key: 'warehouse',
    name: texts('Warehouse', '仓库', 'Lager'),
    routes: [
      '/home',
      '/personal',
      '/wEP',
      '/wms/dashboard',
      '/wms/warehouse-view',
      '/wms/location',
      '/wms/item',
      '/wms/storehouse',
      '/wms/inventory',
      '/wms/inventorylog',
      '/wms/munit',
      '/wms/serial',
      '/wms/picklist',
      '/wms/scans',
      '/wms/shippinglog',
      '/wms/count',
      '/wms/lines',
      '/printItemlist',
    ],
    privileges: [
      ...EVERYBODY,
      ...PRINTING,
      ...WAREHOUSE_READ,
      ...FLOOR_COMMANDS,
      'scans.create',
      'tasks.swapSerial',
      'picklists.create',
      'picklists.update',
      'parcels.update',
      'loadingLists.create',
      'loadingLists.update',
      'counts.create',
      'counts.update',
      'mergedUnits.create',
      'mergedUnits.update',
      'items.read',
      'itemAliases.*',
      'itemComponents.*',
      'merchants.read',
      'storehouses.read',
      'warehouses.read',
      'compartments.read',
      'compartments.update',
      'printers.read',
    ],
  },
  {
    key: 'carrier',
    name: texts('Carrier', '承运商', 'Frachtführer'),
    routes: ['/home', '/personal', '/carriergate'],
    privileges: [...EVERYBODY],
  },
  {
    key: 'finance',
    name: texts('Finance', '财务', 'Buchhaltung'),
    routes: ['/home', '/personal', '/accounting', '/finance', '/purchases', '/sales', '/meta', '/settings/tax'],
    privileges: [...PEOPLE_OF_THE_HOUSE, 'tax.*', 'suppliers.*', 'customers.*', 'merchants.update', 'exports.*', 'imports.*'],
  },
  {
    key: 'printShipment',
    name: texts('Print station', '打印站', 'Druckplatz'),
    routes: ['/home', '/personal'],
    privileges: [...EVERYBODY, ...PRINTING, ...WAREHOUSE_READ, 'items.read', 'compartments.read', 'printers.read'],
  },
];

/** Makes the privileges of every area and the built-in roles that are missing; never changes an edited one. */
export async function ensureRoles(client: pg.ClientBase, areas: ReadonlyMap<string, ServerArea>): Promise<void> {
  const keys = [
    ...OTHER_PRIVILEGES,
    ...[...areas.keys()].flatMap((name) => ['*', ...ACTIONS].map((action) => `${name}.${action}`)),
    'exports.*',
    'imports.*',
  ];
  await client.query(
    `insert into privileges (key, area) select k, case when k = '*' then '' else split_part(k, '.', 1) end from unnest($1::text[]) k where not exists (select from privileges p where p.key = k)`,
    [[...new Set(keys)]],
  );
  for (const role of BUILT_IN_ROLES) {
    await client.query(
      `insert into roles (key, name, routes, privilege_ids)
       select $1::text, $2::jsonb, $3::text[], array(select id from privileges where key = any($4::text[]) order by key)
       where not exists (select from roles where key = $1::text)`,
      [role.key, JSON.stringify(role.name), role.routes, role.privileges],
    );
  }
}

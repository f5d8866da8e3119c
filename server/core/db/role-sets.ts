import { COMMANDS, type CommandSpec } from '#contract/orders/actions';

/** Sets of privileges that several roles share (roles.ts). */

const commandSpecs: CommandSpec[] = Object.values(COMMANDS);
/** Commands on tasks that this side may give at all (contract/orders/actions.ts). */
export const commandsOf = (side: 'staff' | 'merchant'): string[] => [
  ...new Set(commandSpecs.filter(({ audience }) => audience.includes(side)).map(({ privilege }) => `tasks.${privilege}`)),
];

/** Privileges beyond what may be done to the rows of every area. */
export const OTHER_PRIVILEGES = [
  '*',
  'masken.read',
  'masken.update',
  'parcels.track',
  'counts.approve',
  'tasks.swapSerial',
  'stockBalances.adjust',
  'containers.devan',
  'collections.collect',
  'offers.ask',
  'offers.accept',
  'changeRequests.ask',
  'changeRequests.decide',
  'tasks.carrierLabel',
  'tasks.proof',
  'attendances.clock',
  'calendarEntries.manage',
  'messages.send',
  'messages.sendOutside',
  'rfid.send',
  'printJobs.request',
  ...commandSpecs.map(({ privilege }) => `tasks.${privilege}`),
];

export const texts = (en: string, cn: string, de: string) => ({ en, cn, de });
/** Every signed-in person works with these. */
export const EVERYBODY = ['views.*', 'files.read', 'announcements.read', 'messages.read', 'lookup.read'];
/** Printing: what may be printed is decided by who may read the rows. */
export const PRINTING = ['printJobs.read', 'printJobs.create'];
/** What the warehouse is and does, to look at. */
export const WAREHOUSE_READ = [
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
export const FLOOR_COMMANDS = ['hold', 'raise', 'resolve', 'recompute', 'receive', 'decideCancel', 'correctAddress'].map(
  (one) => `tasks.${one}`,
);
/** The desk's whole say over the warehouse. */
export const WAREHOUSE_ALL = ['tasks.*', 'picklists.*', 'parcels.*', 'loadingLists.*', 'counts.*', 'scans.*', 'mergedUnits.*'];
export const WAREHOUSE_EXPORT = ['taskLines', 'stockBalances', 'stockMoves', 'serials'].map((area) => `${area}.export`);
/** Containers, freight and collections: the desk works them; a merchant announces, asks and chooses. */
const SERVICES = ['containers', 'transportQuotes', 'collections'];
export const SERVICES_ALL = [...SERVICES, 'offers', 'changeRequests', 'tickets', 'channels'].map((area) => `${area}.*`);
export const SERVICES_OF_MERCHANT = [
  ...SERVICES.flatMap((area) => ['read', 'create', 'update', 'import', 'export'].map((one) => `${area}.${one}`)),
  'offers.accept',
  'changeRequests.read',
  'changeRequests.ask',
  'changeRequests.decide',
  'tickets.read',
  'tickets.create',
  'tickets.update',
  'tickets.export',
  'channels.*',
];
/** What is offered to customers and ordered from suppliers. */
export const TRADE_ALL = ['quotations.*', 'purchaseOrders.*'];
/** Prices: who makes them, and who may look at what a service costs. */
export const PRICING_ALL = ['quotationCategories.*', 'priceRules.*'];
/** The books: finance writes them, the head of the house reads them. */
export const BOOKS = ['accounts', 'transactions', 'fxRates', 'paymentMethods', 'payments', 'invoices', 'bills'];
export const BOOKS_READ = BOOKS.flatMap((area) => [`${area}.read`, `${area}.export`]);
/** The office: what is to do, the own working time, what is on. */
export const OFFICE = ['officeTasks', 'devRequirements', 'calendarEntries']
  .flatMap((area) => ['read', 'create', 'update', 'delete', 'recover', 'export'].map((one) => `${area}.${one}`))
  .concat(['attendances.read', 'attendances.clock', 'attendances.export']);
/** Also time sheets of others, and entries that somebody else wrote down. */
export const OFFICE_ALL = ['officeTasks', 'devRequirements', 'calendarEntries', 'attendances'].map((area) => `${area}.*`);
export const PEOPLE_OF_THE_HOUSE = [
  ...EVERYBODY,
  'messages.send',
  'messages.sendOutside',
  'printJobs.request',
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
  'quotationCategories.read',
  'printers.read',
];

import { COMMANDS, type CommandSpec } from '#contract/orders/actions';

/** Sets of privileges shared by several roles (roles.ts). */

const commandSpecs: CommandSpec[] = Object.values(COMMANDS);
/** Commands on tasks available to this side (contract/orders/actions.ts). */
export const commandsOf = (side: 'staff' | 'merchant'): string[] => [
  ...new Set(commandSpecs.filter(({ audience }) => audience.includes(side)).map(({ privilege }) => `tasks.${privilege}`)),
];

/** Privileges in addition to the standard actions of every area. */
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
  'channelOrders.correct',
  'tickets.assign',
  'tickets.merge',
  'tasks.carrierLabel',
  'tasks.proof',
  'attendances.clock',
  'timeRequests.decide',
  'charges.collect',
  'charges.hold',
  'charges.enter',
  'chargeDisputes.open',
  'chargeDisputes.decide',
  'dunningRuns.prepare',
  'dunningRuns.approve',
  'dunningRuns.send',
  'workEntries.approve',
  'billingRuns.approve',
  'carrierBills.upload',
  'carrierBillLines.decide',
  'carrierDisputes.answer',
  'labelFindings.accept',
  'billingRuns.post',
  'manualEntries.reverse',
  'bookPeriods.close',
  'bookPeriods.reopen',
  'bookPeriods.bookSoft',
  'accountantExports.make',
  'incomingBills.upload',
  'incomingBills.takeOver',
  'incomingBills.confirmIban',
  'bankStatements.upload',
  'bankEntries.book',
  'paymentRuns.prepare',
  'paymentRuns.approve',
  'paymentRuns.send',
  'attendanceMonths.close',
  'attendanceMonths.reopen',
  'attendanceMonths.payroll',
  'calendarEntries.manage',
  'users.secure',
  'messages.send',
  'messages.sendOutside',
  'rfid.send',
  'printJobs.request',
  ...commandSpecs.map(({ privilege }) => `tasks.${privilege}`),
];

export const texts = (en: string, cn: string, de: string) => ({ en, cn, de });
/** Privileges of every signed-in user. */
export const EVERYBODY = ['views.*', 'files.read', 'announcements.read', 'messages.read', 'lookup.read'];
/** Printing. What a user may print depends on the rows they may read. */
export const PRINTING = ['printJobs.read', 'printJobs.create'];
/** Documents sent by mail. Which ones a user sees depends on the documents they may read. */
export const MAILS = ['outgoingMails.read', 'outgoingMails.create', 'outgoingMails.export'];
/** Read access to the warehouse and its work. */
export const WAREHOUSE_READ = [
  'carriers',
  'stations',
  'stockBalances',
  'itemStocks',
  'stockMoves',
  'mergedUnits',
  'serials',
  'tasks',
  'taskLines',
  'parcels',
  'picklists',
  'scans',
  'loadingLists',
  'carrierDays',
  'pickups',
  'counts',
].map((area) => `${area}.read`);
/** Commands based on what a worker sees at the dock or table. Releasing, cancelling and closing belong to the office. */
export const FLOOR_COMMANDS = ['hold', 'raise', 'resolve', 'recompute', 'receive', 'decideCancel', 'correctAddress'].map(
  (one) => `tasks.${one}`,
);
/** All privileges of the office over the warehouse. */
export const WAREHOUSE_ALL = [
  'tasks.*',
  'picklists.*',
  'parcels.*',
  'loadingLists.*',
  'carrierDays.*',
  'pickups.*',
  'counts.*',
  'scans.*',
  'mergedUnits.*',
  'labelFindings.*',
];
export const WAREHOUSE_EXPORT = ['taskLines', 'stockBalances', 'itemStocks', 'stockMoves', 'serials'].map((area) => `${area}.export`);
/** Containers, freight and collections. The office processes them; a merchant announces, requests and chooses. */
const SERVICES = ['containers', 'transportQuotes', 'collections'];
export const SERVICES_ALL = [
  ...SERVICES,
  'offers',
  'changeRequests',
  'tickets',
  'ticketTeams',
  'answerTemplates',
  'incomingMails',
  'channels',
  'channelOrders',
  'webhooks',
  'webhookDeliveries',
  'channelItems',
  'containerTariffs',
].map((area) => `${area}.*`);
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
  'channelOrders.read',
  'channelOrders.export',
  'channelOrders.correct',
  'webhooks.*',
  'webhookDeliveries.read',
  'webhookDeliveries.export',
  'channelItems.read',
  'channelItems.export',
];
/** Quotations to customers and orders to suppliers. */
export const TRADE_ALL = ['quotations.*', 'purchaseOrders.*'];
/** Maintaining parties, articles and places. */
export const MASTER_DATA_ALL = [
  'merchants',
  'items',
  'itemAliases',
  'itemComponents',
  'groups',
  'customers',
  'suppliers',
  'storehouses',
  'warehouses',
  'compartments',
].map((area) => `${area}.*`);
/** Maintaining prices. */
export const PRICING_ALL = ['quotationCategories.*', 'tariffs.*', 'priceRules.*'];
/** What merchants pay for: charges, terms, work by hand. */
export const BILLING = [
  'charges.read',
  'charges.export',
  'charges.collect',
  'charges.hold',
  'charges.enter',
  ...['read', 'export', 'open', 'decide'].map((one) => `chargeDisputes.${one}`),
  ...[
    'workEntries',
    'merchantTerms',
    'billingRuns',
    'carrierBillProfiles',
    'carrierBills',
    'carrierBillLines',
    'carrierDisputes',
    'labelFindings',
  ].map((area) => `${area}.*`),
];
/** Noting work by hand, which somebody else approves. */
export const WORK_NOTED = ['workEntries.read', 'workEntries.create', 'workEntries.update', 'workEntries.delete', 'workEntries.recover'];
/** E-invoices of suppliers. Finance takes them over; a second person of finance or a manager decides about a new account. */
export const INCOMING = ['read', 'export', 'upload', 'takeOver', 'confirmIban'].map((one) => `incomingBills.${one}`);
/** A manager makes the accounts of carriers, which upload, so a manager may do so too. */
export const INCOMING_CHECKED = ['read', 'export', 'upload', 'confirmIban'].map((one) => `incomingBills.${one}`);
/** Accounting. Finance writes it, managers read it. */
export const BOOKS = ['accounts', 'transactions', 'fxRates', 'paymentMethods', 'payments', 'invoices', 'bills', 'manualEntries'];
/** Finance closes months and may book into soft-closed ones; a manager reopens them. */
export const BOOKS_MONTHS = [
  ...['read', 'export', 'close', 'bookSoft'].map((one) => `bookPeriods.${one}`),
  ...['read', 'export', 'make'].map((one) => `accountantExports.${one}`),
];
export const BOOKS_READ = [...BOOKS, 'bookPeriods', 'accountantExports'].flatMap((area) => [`${area}.read`, `${area}.export`]);
/** Finance keeps the accounts at banks, books their entries and prepares payments; a manager approves them. */
const BANK_AREAS = ['bankAccounts', 'bankProfiles', 'bankRules', 'bankStatements', 'bankEntries', 'paymentRuns'];
export const BANK = [
  ...['bankAccounts', 'bankProfiles', 'bankRules', 'bankStatements', 'bankEntries'].map((area) => `${area}.*`),
  ...['read', 'export', 'prepare', 'approve', 'send'].map((one) => `paymentRuns.${one}`),
];
export const BANK_READ = [...BANK_AREAS.flatMap((area) => [`${area}.read`, `${area}.export`]), 'paymentRuns.approve'];
/** Finance reminds of what is overdue; a manager reads it and may approve a run. */
export const DUNNING = [
  ...['read', 'export', 'prepare', 'approve', 'send'].map((one) => `dunningRuns.${one}`),
  ...['read', 'export'].map((one) => `dunningLetters.${one}`),
  ...['dunningHolds', 'dunningSchemes', 'baseRates'].map((area) => `${area}.*`),
];
export const DUNNING_READ = [
  ...['dunningRuns', 'dunningLetters', 'dunningHolds', 'dunningSchemes', 'baseRates'].flatMap((area) => [`${area}.read`, `${area}.export`]),
  'dunningRuns.approve',
  'dunningHolds.create',
];
/** Accounts of the own company, for its own users: invite, rename, disable. */
export const OWN_ACCOUNTS = ['users.read', 'users.create', 'users.update'];
/** The own working time: shifts, requests and closed months. */
export const OWN_TIME = [
  'attendances.read',
  'attendances.clock',
  'timeRequests.read',
  'timeRequests.create',
  'timeRequests.update',
  'attendanceMonths.read',
];
/** The office: tasks, own working time, calendar. */
export const OFFICE = ['officeTasks', 'devRequirements', 'calendarEntries']
  .flatMap((area) => ['read', 'create', 'update', 'delete', 'recover', 'export'].map((one) => `${area}.${one}`))
  .concat(['attendances.export', 'workingTimes.read', ...OWN_TIME]);
/** In addition: time sheets of others, and entries created by others. */
export const OFFICE_ALL = ['officeTasks', 'devRequirements', 'calendarEntries', 'attendances', 'timeRequests', 'workingTimes']
  .map((area) => `${area}.*`)
  // Only administrators reopen a closed month.
  .concat(['read', 'export', 'close', 'payroll'].map((one) => `attendanceMonths.${one}`));
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

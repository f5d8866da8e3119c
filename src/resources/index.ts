import type { ModuleName } from '#contract/core/modules';
import { PAGE_ROUTES } from '../pages/routes.ts';
import { PRINT_ROUTES } from '../print/routes.ts';
import type { AreaRoutes } from '../providers/routes.ts';
import { STATION_ROUTES } from '../scan/routes.ts';
import { accessScreens } from './access/index.ts';
import { bankScreens } from './bank/index.ts';
import { billingScreens } from './billing/index.ts';
import { catalogScreens } from './catalog/index.ts';
import { channelsScreens } from './channels/index.ts';
import { freightScreens } from './freight/index.ts';
import { moneyScreens } from './money/index.ts';
import { officeScreens } from './office/index.ts';
import { ordersScreens } from './orders/index.ts';
import { partiesScreens } from './parties/index.ts';
import { printingScreens } from './printing/index.ts';
import { scanningScreens } from './scanning/index.ts';
import { settingsScreens } from './settings/index.ts';
import { shippingScreens } from './shipping/index.ts';
import { stockScreens } from './stock/index.ts';
import { supportScreens } from './support/index.ts';
import { tradeScreens } from './trade/index.ts';
import { transferScreens } from './transfer/index.ts';

/** The screens, menu entries and dialogs of each module. */
const MODULES: Record<ModuleName, readonly AreaRoutes[]> = {
  catalog: catalogScreens,
  parties: partiesScreens,
  stock: stockScreens,
  access: accessScreens,
  settings: settingsScreens,
  transfer: transferScreens,
  printing: [PRINT_ROUTES, ...printingScreens],
  orders: ordersScreens,
  scanning: [STATION_ROUTES, ...scanningScreens],
  shipping: shippingScreens,
  freight: freightScreens,
  support: supportScreens,
  channels: channelsScreens,
  money: moneyScreens,
  bank: bankScreens,
  billing: billingScreens,
  trade: tradeScreens,
  office: officeScreens,
  home: [PAGE_ROUTES],
};

/**
 * The order of areas in the sidebar within a section. It follows the work, which passes from module to module. Areas not listed come last.
 */
const MENU_ORDER = [
  'home',
  'scan',
  'print',
  'changeRequests',
  'messages',
  'board',
  'warehouseView',
  'tasks',
  'picklists',
  'parcels',
  'loadingLists',
  'stockBalances',
  'itemStocks',
  'stockMoves',
  'items',
  'itemAliases',
  'itemComponents',
  'mergedUnits',
  'serials',
  'counts',
  'scans',
  'taskLines',
  'warehouses',
  'compartments',
  'storehouses',
  'customers',
  'suppliers',
  'groups',
  'tickets',
  'ticketTeams',
  'answerTemplates',
  'channels',
  'channelOrders',
  'channelItems',
  'webhooks',
  'webhookDeliveries',
  'containers',
  'containerTariffs',
  'transportQuotes',
  'collections',
  'offers',
  'quotationCategories',
  'tariffs',
  'priceRules',
  'quotations',
  'purchaseOrders',
  'officeTasks',
  'attendances',
  'attendanceMonths',
  'devRequirements',
  'calendarEntries',
  'charges',
  'billingRuns',
  'chargeDisputes',
  'workEntries',
  'merchantTerms',
  'carrierBills',
  'carrierBillLines',
  'carrierDisputes',
  'labelFindings',
  'carrierDays',
  'pickups',
  'carrierBillProfiles',
  'bookPeriods',
  'manualEntries',
  'exports',
  'imports',
  'merchants',
  'masken',
  'users',
  'oauthClients',
  'roles',
  'privileges',
  'classes',
  'duties',
  'announcements',
  'lookup',
  'tax',
  'carriers',
  'stations',
  'printers',
  'printJobs',
  'files',
  'settings',
  'securityEvents',
  'invoices',
  'incomingBills',
  'bills',
  'payments',
  'dunningRuns',
  'dunningLetters',
  'dunningHolds',
  'dunningSchemes',
  'bankEntries',
  'bankStatements',
  'paymentRuns',
  'bankAccounts',
  'bankRules',
  'bankProfiles',
  'transactions',
  'accounts',
  'paymentMethods',
  'fxRates',
  'baseRates',
];
const place = ({ area }: AreaRoutes): number => (MENU_ORDER.includes(area) ? MENU_ORDER.indexOf(area) : MENU_ORDER.length);

export const AREAS: readonly AreaRoutes[] = Object.values(MODULES)
  .flat()
  .toSorted((one, other) => place(one) - place(other));

import type { ServerArea } from '../http/area.ts';
import { accounts } from './accounts/area.ts';
import { announcements } from './announcements/area.ts';
import { attendances } from './attendances/area.ts';
import { bills } from './bills/area.ts';
import { calendarEntries } from './calendar-entries/area.ts';
import { carriers } from './carriers/area.ts';
import { changeRequests } from './change-requests/area.ts';
import { channels } from './channels/area.ts';
import { classes } from './classes/area.ts';
import { collections } from './collections/area.ts';
import { compartments } from './compartments/area.ts';
import { containers } from './containers/area.ts';
import { counts } from './counts/area.ts';
import { customers } from './customers/area.ts';
import { devRequirements } from './dev-requirements/area.ts';
import { duties } from './duties/area.ts';
import { exports } from './exports/area.ts';
import { files } from './files/area.ts';
import { fxRates } from './fx-rates/area.ts';
import { groups } from './groups/area.ts';
import { imports } from './imports/area.ts';
import { invoices } from './invoices/area.ts';
import { itemAliases } from './item-aliases/area.ts';
import { itemComponents } from './item-components/area.ts';
import { items } from './items/area.ts';
import { loadingLists } from './loading-lists/area.ts';
import { lookup } from './lookup/area.ts';
import { merchants } from './merchants/area.ts';
import { mergedUnits } from './merged-units/area.ts';
import { messages } from './messages/area.ts';
import { oauthClients } from './oauth-clients/area.ts';
import { offers } from './offers/area.ts';
import { officeTasks } from './office-tasks/area.ts';
import { parcels } from './parcels/area.ts';
import { paymentMethods } from './payment-methods/area.ts';
import { payments } from './payments/area.ts';
import { picklists } from './picklists/area.ts';
import { priceRules } from './price-rules/area.ts';
import { printJobs } from './print-jobs/area.ts';
import { printers } from './printers/area.ts';
import { privileges } from './privileges/area.ts';
import { purchaseOrders } from './purchase-orders/area.ts';
import { quotationCategories } from './quotation-categories/area.ts';
import { quotations } from './quotations/area.ts';
import { roles } from './roles/area.ts';
import { scans } from './scans/area.ts';
import { securityEvents } from './security-events/area.ts';
import { serials } from './serials/area.ts';
import { settings } from './settings/area.ts';
import { stations } from './stations/area.ts';
import { stockBalances } from './stock-balances/area.ts';
import { stockMoves } from './stock-moves/area.ts';
import { storehouses } from './storehouses/area.ts';
import { suppliers } from './suppliers/area.ts';
import { taskLines } from './task-lines/area.ts';
import { tasks } from './tasks/area.ts';
import { tax } from './tax/area.ts';
import { tickets } from './tickets/area.ts';
import { transactions } from './transactions/area.ts';
import { transportQuotes } from './transport-quotes/area.ts';
import { users } from './users/area.ts';
import { views } from './views/area.ts';
import { warehouses } from './warehouses/area.ts';

/** The areas of the server. One line each: everything else follows from the declaration. */
const LIST = [
  items,
  itemAliases,
  itemComponents,
  merchants,
  customers,
  suppliers,
  groups,
  storehouses,
  warehouses,
  compartments,
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
  printJobs,
  settings,
  securityEvents,
  files,
  exports,
  imports,
  views,
  carriers,
  stations,
  stockBalances,
  stockMoves,
  mergedUnits,
  serials,
  tasks,
  taskLines,
  parcels,
  picklists,
  scans,
  loadingLists,
  counts,
  containers,
  transportQuotes,
  collections,
  offers,
  changeRequests,
  messages,
  quotationCategories,
  priceRules,
  tickets,
  channels,
  accounts,
  transactions,
  fxRates,
  paymentMethods,
  invoices,
  bills,
  payments,
  quotations,
  purchaseOrders,
  officeTasks,
  attendances,
  devRequirements,
  calendarEntries,
];

export const AREAS: ReadonlyMap<string, ServerArea> = new Map(LIST.map((entry) => [entry.area.name, entry]));

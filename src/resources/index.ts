import { PAGE_ROUTES } from '../pages/routes.ts';
import { PRINT_ROUTES } from '../print/routes.ts';
import type { AreaRoutes } from '../providers/routes.ts';
import { STATION_ROUTES } from '../scan/routes.ts';
import { accounts } from './accounts/index.tsx';
import { announcements } from './announcements/index.tsx';
import { attendances } from './attendances/index.tsx';
import { bills } from './bills/index.tsx';
import { calendarEntries } from './calendar-entries/index.tsx';
import { carriers } from './carriers/index.tsx';
import { changeRequests } from './change-requests/index.tsx';
import { channels } from './channels/index.tsx';
import { classes } from './classes/index.tsx';
import { collections } from './collections/index.tsx';
import { compartments } from './compartments/index.tsx';
import { containers } from './containers/index.tsx';
import { counts } from './counts/index.tsx';
import { customers } from './customers/index.tsx';
import { devRequirements } from './dev-requirements/index.tsx';
import { duties } from './duties/index.tsx';
import { exports } from './exports/index.tsx';
import { files } from './files/index.tsx';
import { fxRates } from './fx-rates/index.tsx';
import { groups } from './groups/index.tsx';
import { imports } from './imports/index.tsx';
import { invoices } from './invoices/index.tsx';
import { itemAliases } from './item-aliases/index.tsx';
import { itemComponents } from './item-components/index.tsx';
import { items } from './items/index.tsx';
import { board } from './loading-lists/board-routes.ts';
import { loadingLists } from './loading-lists/index.tsx';
import { lookup } from './lookup/index.tsx';
import { masken } from './masken/index.tsx';
import { merchants } from './merchants/index.tsx';
import { mergedUnits } from './merged-units/index.tsx';
import { messages } from './messages/index.tsx';
import { oauthClients } from './oauth-clients/index.tsx';
import { offers } from './offers/index.tsx';
import { officeTasks } from './office-tasks/index.tsx';
import { parcels } from './parcels/index.tsx';
import { paymentMethods } from './payment-methods/index.tsx';
import { payments } from './payments/index.tsx';
import { picklists } from './picklists/index.tsx';
import { priceRules } from './price-rules/index.tsx';
import { printJobs } from './print-jobs/index.tsx';
import { printers } from './printers/index.tsx';
import { privileges } from './privileges/index.tsx';
import { purchaseOrders } from './purchase-orders/index.tsx';
import { quotationCategories } from './quotation-categories/index.tsx';
import { quotations } from './quotations/index.tsx';
import { roles } from './roles/index.tsx';
import { scans } from './scans/index.tsx';
import { securityEvents } from './security-events/index.tsx';
import { serials } from './serials/index.tsx';
import { settings } from './settings/index.tsx';
import { stations } from './stations/index.tsx';
import { stockBalances } from './stock-balances/index.tsx';
import { stockMoves } from './stock-moves/index.tsx';
import { storehouses } from './storehouses/index.tsx';
import { suppliers } from './suppliers/index.tsx';
import { taskLines } from './task-lines/index.tsx';
import { tasks } from './tasks/index.tsx';
import { tax } from './tax/index.tsx';
import { tickets } from './tickets/index.tsx';
import { transactions } from './transactions/index.tsx';
import { transportQuotes } from './transport-quotes/index.tsx';
import { users } from './users/index.tsx';
import { warehouses } from './warehouses/index.tsx';
import { warehouseView } from './warehouses/view-routes.ts';

/** Every area with its screens; the order is that of the sidebar within a section. */
export const AREAS: readonly AreaRoutes[] = [
  PAGE_ROUTES,
  STATION_ROUTES,
  PRINT_ROUTES,
  changeRequests,
  messages,
  board,
  warehouseView,
  tasks,
  picklists,
  parcels,
  loadingLists,
  stockBalances,
  stockMoves,
  items,
  itemAliases,
  itemComponents,
  mergedUnits,
  serials,
  counts,
  scans,
  taskLines,
  warehouses,
  compartments,
  storehouses,
  customers,
  suppliers,
  groups,
  tickets,
  channels,
  containers,
  transportQuotes,
  collections,
  offers,
  quotationCategories,
  priceRules,
  quotations,
  purchaseOrders,
  officeTasks,
  attendances,
  devRequirements,
  calendarEntries,
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
  carriers,
  stations,
  printers,
  printJobs,
  files,
  settings,
  securityEvents,
  invoices,
  bills,
  payments,
  transactions,
  accounts,
  paymentMethods,
  fxRates,
];

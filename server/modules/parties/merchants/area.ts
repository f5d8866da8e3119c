import { PICK_SCANS } from '#contract/catalog/items';
import { CURRENCIES } from '#contract/core/fields';
import { merchants as area, INCOTERMS, MERCHANT_STATES } from '#contract/parties/merchants';
import { CARRIER_RULES } from '#contract/shipping/carrier-choice';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { setOffAction } from '../../bank/index.ts';
import { merchantFacts } from '../facts.ts';
import { billingInputs, holdActions, nextDocument, owedLists, partyCheck, statementActions } from '../screen.ts';
import { merchants as table } from './table.ts';

const MEANING = { active: 'work', paused: 'wait', closed: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 110 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 120,
    options: MERCHANT_STATES.map((value) => ({ value, label: `merchants.states.${value}`, meaning: MEANING[value] })),
  },
  vatId: { kind: 'text', mono: true, filter: true, width: 140 },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  paymentDays: { kind: 'number', min: 0, max: 365, unit: 'd', width: 100 },
  discountDays: { kind: 'number', min: 0, max: 365, unit: 'd', width: 100 },
  discountPercent: { kind: 'percent', width: 100 },
  shipPartial: { kind: 'boolean', filter: true, help: 'merchants.help.shipPartial', width: 110 },
  carrierRule: {
    kind: 'choice',
    filter: true,
    help: 'merchants.help.carrierRule',
    width: 130,
    options: CARRIER_RULES.map((value) => ({ value, label: `merchants.carrierRules.${value}` })),
  },
  incoterm: {
    kind: 'choice',
    filter: true,
    help: 'merchants.help.incoterm',
    width: 110,
    options: INCOTERMS.map((value) => ({ value, label: `merchants.incoterms.${value}` })),
  },
  pickScan: {
    kind: 'choice',
    filter: true,
    help: 'merchants.help.pickScan',
    width: 120,
    options: PICK_SCANS.map((value) => ({ value, label: `items.pickScans.${value}` })),
  },
  tellCustomers: { kind: 'boolean', filter: true, help: 'merchants.help.tellCustomers', width: 130 },
  tellShipments: { kind: 'boolean', filter: true, help: 'merchants.help.tellShipments', width: 130 },
  contact: { kind: 'text', width: 160 },
  email: { kind: 'email', filter: true, width: 220 },
  invoiceEmail: { kind: 'email', width: 220 },
  ...billingInputs,
  phone: { kind: 'phone', width: 140 },
  address: { kind: 'address', width: 260 },
  settings: { kind: 'json', pairs: { from: 'merchants.pairs.from', to: 'merchants.pairs.to', kinds: true } },
});

export const merchants = defineServerArea({
  area,
  table,
  facts: ({ tx, actor, row }) => merchantFacts(tx, actor, row.id),
  related: [
    { area: 'tasks', by: 'merchantId', columns: ['no', 'kind', 'status', 'consignee', 'statusSince'], title: 'merchants.related.orders' },
    { area: 'invoices', by: 'merchantId', columns: ['no', 'status', 'issueDate', 'dueDate', 'gross', 'open'] },
    {
      area: 'invoices',
      by: 'forMerchantId',
      columns: ['no', 'status', 'partyName', 'issueDate', 'dueDate', 'gross', 'open'],
      title: 'merchants.related.paidByOthers',
    },
    { area: 'payments', by: 'merchantId', columns: ['no', 'paidOn', 'amount', 'open', 'status'], audience: 'house' },
    ...owedLists('merchantId'),
    { area: 'chargeDisputes', by: 'merchantId', columns: ['no', 'status', 'subject', 'amount', 'openedOn'] },
    { area: 'tickets', by: 'merchantId', columns: ['no', 'state', 'subject', 'lastMessageAt'] },
    { area: 'items', by: 'merchantId', columns: ['sku', 'name', 'barcode', 'category'] },
    { area: 'containers', by: 'merchantId', columns: ['no', 'status', 'containerNo', 'eta'] },
    { area: 'collections', by: 'merchantId', columns: ['no', 'status', 'pickupDate', 'storehouseId'] },
    { area: 'users', by: 'merchantId', columns: ['name', 'account', 'lastSeenAt'] },
    { area: 'outgoingMails', by: 'merchantId', columns: ['no', 'kind', 'documentNo', 'status', 'mailTo', 'sentAt'] },
    { area: 'channels', by: 'merchantId', columns: ['name', 'kind', 'state', 'lastEventAt'] },
    { area: 'tariffs', by: 'merchantId', columns: ['name', 'revision', 'currency', 'status', 'validFrom'] },
    { area: 'priceRules', by: 'merchantId', columns: ['name', 'categoryId', 'currency', 'validFrom'] },
  ],
  check: partyCheck,
  unique: [['no']],
  masks: [
    defineMask(area, {
      key: 'sys.merchant.list',
      facts: ['no', 'paymentDays'],
      next: [nextDocument('invoice', 'merchantId')],
      icon: 'shop',
      fields,
      columns: [
        'no',
        'name',
        'state',
        'currency',
        'contact',
        'email',
        'vatId',
        { field: 'phone', hidden: true },
        { field: 'shipPartial', hidden: true },
        { field: 'carrierRule', hidden: true },
        { field: 'incoterm', hidden: true },
        { field: 'tellCustomers', hidden: true },
        { field: 'tellShipments', hidden: true },
        { field: 'address', hidden: true },
      ],
      filters: ['no', 'name', 'state', 'currency', 'shipPartial', 'carrierRule', 'tellCustomers', 'email', 'vatId'],
      sort: 'no',
      form: {
        layout: 'page',
        sections: {
          main: ['no', 'name', 'state', 'vatId'],
          contact: ['contact', 'email', 'phone', 'address'],
          invoices: ['invoiceEmail', 'invoiceFormat', 'buyerReference'],
          terms: [
            'currency',
            'paymentDays',
            'discountPercent',
            'discountDays',
            'shipPartial',
            'carrierRule',
            'incoterm',
            'pickScan',
            'tellCustomers',
            'tellShipments',
            'settings',
          ],
        },
      },
      actions: [...statementActions('merchants'), ...holdActions('merchants'), setOffAction],
      import: {
        fields: ['no', 'name', 'vatId', 'currency', 'contact', 'email', 'phone', 'invoiceEmail', 'invoiceFormat', 'buyerReference'],
        match: ['no'],
      },
    }),
  ],
});

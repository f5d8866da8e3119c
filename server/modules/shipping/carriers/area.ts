import type { Condition } from '#contract/core/mask-condition';
import {
  carriers as area,
  CARRIER_APIS,
  CLIENT_APIS,
  KEY_APIS,
  LABEL_FORMATS,
  LOGIN_APIS,
  OUTSIDE_APIS,
  UNCLEAR_POLICIES,
} from '#contract/shipping/carriers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { setOffAction } from '../../bank/index.ts';
import { pauseReasonIn } from '../connections.ts';
import { carrierConnectionRoutes } from './routes.ts';
import { carriers as table } from './table.ts';

/** A carrier that is called over the network. */
const outside = { field: 'api', op: 'in' as const, value: [...OUTSIDE_APIS] };
const bought = { field: 'api', op: 'ne' as const, value: 'none' };

const withoutLogin = (apis: readonly string[]): Condition => ({
  and: [
    { field: 'api', op: 'in', value: [...apis] },
    { field: 'hasCredentials', op: 'eq', value: false },
  ],
});

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, help: 'carriers.help.code', width: 130 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  api: {
    kind: 'choice',
    filter: true,
    help: 'carriers.help.api',
    width: 170,
    options: CARRIER_APIS.map((value) => ({ value, label: `carriers.apis.${value}` })),
  },
  cutOff: { kind: 'text', mono: true, sort: true, help: 'carriers.help.cutOff', width: 110 },
  storehouseId: { kind: 'reference', area: 'storehouses', filter: true, help: 'carriers.help.storehouseId', width: 200 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, help: 'carriers.help.supplierId', width: 180 },
  maxWeight: { kind: 'weight', width: 120 },
  maxLength: { kind: 'number', unit: 'mm', help: 'carriers.help.maxLength', width: 120 },
  maxSide: { kind: 'number', unit: 'mm', help: 'carriers.help.maxSide', width: 120 },
  maxGirth: { kind: 'number', unit: 'mm', help: 'carriers.help.maxGirth', width: 140 },
  dimensions: { kind: 'boolean', filter: true, help: 'carriers.help.dimensions', width: 130 },
  trackingUrl: { kind: 'text', mono: true, help: 'carriers.help.trackingUrl', width: 280 },
  active: { kind: 'boolean', filter: true, width: 90 },
  account: { kind: 'text', mono: true, help: 'carriers.help.account', width: 160, when: outside },
  services: {
    kind: 'lines',
    help: 'carriers.help.services',
    columns: {
      ours: { kind: 'text', label: 'carriers.services.ours', width: 160 },
      theirs: { kind: 'text', label: 'carriers.services.theirs', mono: true, required: true, width: 240 },
      maxWeight: { kind: 'weight', label: 'carriers.fields.maxWeight', width: 110 },
      maxLength: { kind: 'number', unit: 'mm', label: 'carriers.fields.maxLength', width: 110 },
      maxSide: { kind: 'number', unit: 'mm', label: 'carriers.services.maxSide', width: 110 },
      maxShortest: { kind: 'number', unit: 'mm', label: 'carriers.services.maxShortest', width: 110 },
    },
    details: ['maxWeight', 'maxLength', 'maxSide', 'maxShortest'],
    when: outside,
  },
  labelFormat: {
    kind: 'choice',
    width: 100,
    options: LABEL_FORMATS.map((value) => ({ value, label: `carriers.formats.${value}` })),
    when: outside,
  },
  unclearPolicy: {
    kind: 'choice',
    help: 'carriers.help.unclearPolicy',
    width: 200,
    options: UNCLEAR_POLICIES.map((value) => ({ value, label: `carriers.policies.${value}` })),
    when: bought,
  },
  settle: { kind: 'number', help: 'carriers.help.settle', width: 120, when: bought },
  hasCredentials: { kind: 'boolean', help: 'carriers.help.hasCredentials', width: 120 },
  pausedAt: { kind: 'instant', relative: true, filter: true, width: 140 },
  pauseReason: { kind: 'text', width: 240 },
  heldUntil: { kind: 'instant', relative: true, width: 140 },
});

export const carriers = defineServerArea({
  area,
  table,
  related: [
    { area: 'parcels', by: 'carrierId', columns: ['no', 'taskId', 'state', 'trackingNo', 'handedOverAt'] },
    { area: 'loadingLists', by: 'carrierId', columns: ['no', 'state', 'parcels', 'handedOverAt'] },
    { area: 'offers', by: 'carrierId', columns: ['goods', 'state', 'wantedOn', 'price'] },
    { area: 'bills', by: 'carrierId', columns: ['no', 'theirNo', 'status', 'dueDate', 'gross', 'open'] },
    { area: 'collections', by: 'carrierId', columns: ['no', 'status', 'pickupDate', 'price'] },
    { area: 'transportQuotes', by: 'carrierId', columns: ['no', 'status', 'pickupDate', 'price'] },
    { area: 'priceRules', by: 'carrierIds', columns: ['name', 'categoryId', 'currency', 'validFrom'] },
    { area: 'users', by: 'carrierId', columns: ['name', 'account', 'lastSeenAt'] },
  ],
  unique: [['code']],
  secret: ['credentials'],
  computed: ['heldUntil'],
  worded: ({ pauseReason }, locale) => (typeof pauseReason === 'string' ? { pauseReason: pauseReasonIn(locale, pauseReason) } : {}),
  routes: carrierConnectionRoutes,
  masks: [
    defineMask(area, {
      key: 'settings.carriers.list',
      facts: ['code', 'api', 'cutOff', 'storehouseId'],
      icon: 'truck',
      next: [
        { when: withoutLogin(LOGIN_APIS), action: 'login', text: 'carriers.next.login', meaning: 'wait' },
        { when: withoutLogin(CLIENT_APIS), action: 'client', text: 'carriers.next.client', meaning: 'wait' },
        { when: { field: 'pausedAt', op: 'filled' }, action: 'check', text: 'carriers.next.paused', meaning: 'stop' },
      ],
      actions: [
        {
          key: 'check',
          label: 'carriers.actions.check',
          done: 'carriers.done.check',
          on: 'row',
          call: { method: 'POST', path: '/v0/carriers/:id/check' },
          privilege: 'carriers.update',
          when: outside,
        },
        {
          key: 'secret',
          label: 'carriers.actions.secret',
          done: 'carriers.done.secret',
          on: 'row',
          call: { method: 'PUT', path: '/v0/carriers/:id/secret' },
          privilege: 'carriers.update',
          ask: { secret: { kind: 'secret', label: 'carriers.ask.secret', required: true, maxLength: 500 } },
          when: { field: 'api', op: 'in', value: [...KEY_APIS] },
        },
        {
          key: 'login',
          label: 'carriers.actions.login',
          done: 'carriers.done.login',
          on: 'row',
          call: { method: 'PUT', path: '/v0/carriers/:id/login' },
          privilege: 'carriers.update',
          ask: {
            key: { kind: 'secret', label: 'carriers.ask.key', required: true, maxLength: 200 },
            secret: { kind: 'secret', label: 'carriers.ask.apiSecret', maxLength: 200, help: 'carriers.help.apiSecret' },
            user: { kind: 'text', label: 'carriers.ask.user', required: true, maxLength: 200 },
            password: { kind: 'secret', label: 'carriers.ask.password', required: true, maxLength: 200 },
          },
          when: { field: 'api', op: 'in', value: [...LOGIN_APIS] },
        },
        {
          key: 'client',
          label: 'carriers.actions.login',
          done: 'carriers.done.login',
          on: 'row',
          call: { method: 'PUT', path: '/v0/carriers/:id/client' },
          privilege: 'carriers.update',
          ask: {
            clientId: { kind: 'text', label: 'carriers.ask.clientId', required: true, maxLength: 200 },
            clientSecret: { kind: 'secret', label: 'carriers.ask.clientSecret', required: true, maxLength: 200 },
          },
          when: { field: 'api', op: 'in', value: [...CLIENT_APIS] },
        },
        setOffAction,
      ],
      fields,
      columns: [
        'code',
        'name',
        'api',
        'cutOff',
        'storehouseId',
        'maxWeight',
        'dimensions',
        'active',
        { field: 'supplierId', hidden: true },
        { field: 'maxLength', hidden: true },
        { field: 'maxSide', hidden: true },
        { field: 'maxGirth', hidden: true },
        { field: 'trackingUrl', hidden: true },
        { field: 'pausedAt', hidden: true },
        { field: 'hasCredentials', hidden: true },
      ],
      filters: ['code', 'name', 'api', 'storehouseId', 'dimensions', 'supplierId', 'pausedAt', 'active'],
      sort: 'code',
      form: {
        layout: 'drawer',
        sections: {
          carrier: ['code', 'name', 'active', 'storehouseId', 'cutOff', 'supplierId'],
          labels: ['api', 'account', 'labelFormat', 'unclearPolicy', 'settle', 'dimensions', 'trackingUrl'],
          limits: ['maxWeight', 'maxLength', 'maxSide', 'maxGirth'],
          services: ['services'],
        },
      },
      show: {
        carrier: ['code', 'name', 'active', 'storehouseId', 'cutOff', 'supplierId'],
        labels: ['api', 'account', 'labelFormat', 'unclearPolicy', 'settle', 'dimensions', 'trackingUrl', 'services'],
        limits: ['maxWeight', 'maxLength', 'maxSide', 'maxGirth'],
        connection: ['hasCredentials', 'pausedAt', 'pauseReason', 'heldUntil'],
      },
    }),
  ],
});

import { USER_TYPES } from '#contract/access/users';

/** One account for each role. The merchant account belongs to the sample merchant. */
export const SAMPLE_ACCOUNTS = [
  { account: 'admin@kontor.example', name: 'Anna Admin', role: 'admin', type: USER_TYPES.admin },
  { account: 'manager@kontor.example', name: 'Max Manager', role: 'manager', type: USER_TYPES.manager },
  { account: 'employee@kontor.example', name: 'Erika Empfang', role: 'employee', type: USER_TYPES.employee },
  { account: 'merchant@kontor.example', name: 'Mei Lin', role: 'merchant', type: USER_TYPES.merchant },
  { account: 'warehouse@kontor.example', name: 'Willi Lager', role: 'warehouse', type: USER_TYPES.warehouse },
  { account: 'carrier@kontor.example', name: 'Carla Fahrt', role: 'carrier', type: USER_TYPES.carrier },
  { account: 'finance@kontor.example', name: 'Frank Finanz', role: 'finance', type: USER_TYPES.finance },
] as const;

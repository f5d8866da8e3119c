import type { ActionSpec } from '#contract/core/mask';

/** Opens the set-off of a party. On merchants and customers, who owe, and on suppliers and carriers, who are owed. */
export const setOffAction: ActionSpec = {
  key: 'setOff',
  label: 'bankEntries.setOff.action',
  icon: 'swap',
  on: 'row',
  dialog: 'bank.setOff',
  privilege: 'bankEntries.book',
  inMenu: true,
};

import { securityEvents as area, SECURITY_EVENTS, SECURITY_EVENTS_MIN_DAYS } from '#contract/access/security-events';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { textIn } from '../../../core/http/texts.ts';
import { securityEvents as table } from './table.ts';

/** Locale key of an event: `loginOk` for `login.ok`. */
const labelOf = (event: string): string => `securityEvents.events.${event.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())}`;

const fields = defineFields(area, {
  at: { kind: 'instant', sort: true, filter: true, width: 170 },
  event: {
    kind: 'choice',
    filter: true,
    width: 220,
    options: SECURITY_EVENTS.map((value) => ({
      value,
      label: labelOf(value),
    })),
  },
  userId: { kind: 'reference', area: 'users', filter: true, width: 200 },
  account: { kind: 'text', filter: true, width: 240 },
  ip: { kind: 'text', mono: true, filter: true, width: 150 },
  detail: { kind: 'text', width: 380 },
});

export const securityEvents = defineServerArea({
  area,
  table,
  journal: true,
  // The stored title is the name of the event in the log.
  worded: ({ rowTitle }, locale) => (rowTitle ? { rowTitle: textIn(locale, labelOf(String(rowTitle))) } : {}),
  keptDays: SECURITY_EVENTS_MIN_DAYS,
  masks: [
    defineMask(area, {
      key: 'sys.security.list',
      icon: 'safety',
      fields,
      columns: ['at', 'event', 'userId', 'account', 'ip', 'detail'],
      filters: ['at', 'event', 'userId', 'account', 'ip'],
      sort: '-at',
    }),
  ],
});

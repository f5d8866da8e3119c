import type { Ctx, Family, Reply } from '../family.ts';

/** A second sight of the same code is kept too, and said to be one. */
const seen = ({ entries, code }: Ctx): Reply => ({
  tell: entries.some((entry) => entry.code === code.raw && entry.sent.length > 0) ? 'alreadyLogged' : 'logged',
  params: { code: code.raw },
  acts: [{ do: 'log', note: '' }],
});

/** Proves that a code was seen here; any code is right. */
export const log: Family = {
  around: () => ({ merchantId: null, wanted: null }),
  on: {},
  goods: null,
  answers: {},
  commands: {},
  unknown: seen,
  prompt: () => ({ ask: 'scanAnything' }),
  show: () => null,
};

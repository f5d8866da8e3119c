import type { CodeContext, ProfileRules, Reply } from '../profile-rules.ts';

/** A second sight of the same code is kept too, and said to be one. */
const seen = ({ entries, code }: CodeContext): Reply => ({
  feedback: entries.some((entry) => entry.code === code.raw && entry.sent.length > 0) ? 'alreadyLogged' : 'logged',
  params: { code: code.raw },
  commands: [{ do: 'log', note: '' }],
});

/** Proves that a code was seen here; any code is right. */
export const log: ProfileRules = {
  around: () => ({ merchantId: null, wanted: null }),
  on: {},
  goods: null,
  answers: {},
  commands: {},
  unknown: seen,
  prompt: () => ({ prompt: 'scanAnything' }),
  show: () => null,
};

import type { CodeContext, ProfileRules, Reply } from '../profile-rules.ts';

/** A repeated code is recorded too, with its own feedback. */
const seen = ({ entries, code }: CodeContext): Reply => ({
  feedback: entries.some((entry) => entry.code === code.raw && entry.sent.length > 0) ? 'alreadyLogged' : 'logged',
  params: { code: code.raw },
  commands: [{ do: 'log', note: '' }],
});

/** Records that a code was seen here. Every code is accepted. */
export const log: ProfileRules = {
  nearby: () => ({ merchantId: null, wanted: null }),
  on: {},
  goods: null,
  answers: {},
  commands: {},
  unknown: seen,
  prompt: () => ({ prompt: 'scanAnything' }),
  show: () => null,
};

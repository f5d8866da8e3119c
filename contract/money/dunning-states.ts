/** `draft`: proposed. `approved`: may be sent. `sending`: the job sends one letter after the other. server/modules/money/dunning is the only writer. */
export const DUNNING_STATUSES = ['draft', 'approved', 'sending', 'sent', 'cancelled'] as const;
export type DunningStatus = (typeof DUNNING_STATUSES)[number];

/** Before the number of a dunning letter: MB-1001. */
export const LETTER_PREFIX = 'MB-';

/** `mailed`: in the queue of mails. `printed`: the party has no address for mails, so somebody prints it. `dropped`: nothing was left to remind of. */
export const LETTER_STATUSES = ['proposed', 'mailed', 'printed', 'dropped', 'cancelled'] as const;

/** Why an overdue item is in no letter. Texts: `dunningRuns.reasons`. */
export const LEFT_OUT = [
  'disputed',
  'promised',
  'blocked',
  'belowMinimum',
  'credit',
  'waiting',
  'lastLevel',
  'noScheme',
  'inRun',
  'paid',
  'noParty',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** A promise of payment is kept until its day; a block holds until its day, or until it is removed. */
export const HOLD_KINDS = ['promise', 'block'] as const;
export const MAX_LEVELS = 3;

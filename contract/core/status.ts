/** The six meanings of a status, used in tags, charts, badges, feedback and plans. Never shown by colour alone. */
export const MEANINGS = ['work', 'done', 'wait', 'stop', 'closed', 'back'] as const;
export type Meaning = (typeof MEANINGS)[number];

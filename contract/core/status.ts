/** Six meanings, used everywhere alike: tag, chart, badge, verdict, plan. Never shown by colour alone. */
export const MEANINGS = ['work', 'done', 'wait', 'stop', 'closed', 'back'] as const;
export type Meaning = (typeof MEANINGS)[number];

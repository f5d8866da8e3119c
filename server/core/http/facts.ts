import type { Fact } from '#contract/core/related';

type Shown = Pick<Fact, 'note' | 'meaning'>;

/** A counted figure of a record's page. `key` ends the locale key of its label: `<area>.facts.<key>`. */
export const countFact = (area: string, key: string, value: number, shown: Shown = {}): Fact => ({
  key,
  label: `${area}.facts.${key}`,
  spec: { kind: 'number', label: `${area}.facts.${key}` },
  value,
  ...shown,
});

/** An amount in the smallest unit of its currency. */
export const moneyFact = (area: string, key: string, value: number, currency: string, shown: Shown = {}): Fact => ({
  key,
  label: `${area}.facts.${key}`,
  spec: { kind: 'money', currency, label: `${area}.facts.${key}` },
  value,
  ...shown,
});

import type { Setup, SetupStep } from '#contract/settings/setup';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';

/** Minutes planned for each step: ten for all. */
export const MINUTES: Record<SetupStep, number> = { company: 2, places: 2, carriers: 1, printers: 2, merchant: 1, items: 1, users: 1 };

/** What a step has produced, in one line; empty if nothing. */
export function useResultText(): (setup: Setup, step: SetupStep) => string {
  const t = useT();
  const { number } = useFormat();
  return ({ facts }, step) => {
    const counted = (key: string, count: number): string => (count === 0 ? '' : t(`setup.results.${key}`, { count, n: number(count) }));
    switch (step) {
      case 'company':
        return [facts.company, facts.city].filter(Boolean).join(', ');
      case 'places':
        return counted('places', facts.places);
      case 'carriers':
        return facts.carriers.join(', ');
      case 'printers':
        return facts.printers.join(', ');
      case 'merchant':
        return facts.merchants.join(', ');
      case 'items':
        return counted('items', facts.items);
      case 'users':
        return [counted('users', facts.users), counted('invited', facts.invited)].filter(Boolean).join(', ');
    }
  };
}

import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import type { StepState } from './use-setup.ts';

/** The number of a step, or a check mark if it is done; with its state in words for screen readers. */
export function StateMark({ state, no }: { state: StepState; no: number }) {
  const t = useT();
  return (
    <span className="su-mark" data-state={state}>
      {state === 'done' ? <Icon name="check" /> : <span aria-hidden>{no}</span>}
      <span className="k-hidden">{t(`setup.states.${state}`)}</span>
    </span>
  );
}

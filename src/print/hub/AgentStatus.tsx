import { useT } from '../../providers/i18n.ts';
import { useAgent } from './agent.ts';
import './hub.css';

/** Whether the print agent responds: a dot and a text, so that it does not depend on colour. */
export function AgentStatus() {
  const t = useT();
  const state = useAgent((agent) => agent.state);
  return (
    <span className="ph-status" data-state={state}>
      {t(`printers.hub.states.${state}`)}
    </span>
  );
}

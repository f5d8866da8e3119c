import type { Text } from '#contract/core/mask';
import { MenuOnDemand } from '../../../layout/MenuOnDemand.tsx';
import { useMaskT } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { applies } from './actions.ts';
import type { ListActions } from './use-actions.tsx';

type Props = { row: Row; actions: ListActions; text: (text: Text) => string };

/** The actions that fit this row. */
export function RowMenu({ row, actions, text }: Props) {
  const t = useMaskT();
  const menu = () => {
    const fitting = actions.row.filter((action) => applies(action, [row]));
    return {
      items: fitting.map((action) => ({ key: action.key, label: text(action.label), danger: action.danger })),
      onClick: ({ key, domEvent }: { key: string; domEvent: { stopPropagation: () => void } }) => {
        domEvent.stopPropagation();
        const action = fitting.find((candidate) => candidate.key === key);
        if (action) actions.run(action, [row]);
      },
    };
  };
  return (
    <MenuOnDemand menu={menu}>
      <button type="button" className="m-icon-button" aria-label={t('actions')} aria-haspopup="menu" tabIndex={-1}>
        ⋯
      </button>
    </MenuOnDemand>
  );
}

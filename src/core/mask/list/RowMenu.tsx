import Dropdown from 'antd/es/dropdown/dropdown';
import { useState } from 'react';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { applies } from './actions.ts';
import type { ListActions } from './use-actions.tsx';

/** The dropdown is created when it is first opened, so that a thousand rows do not each create one. */
export function RowMenu({ row, actions }: { row: Row; actions: ListActions }) {
  const t = useMaskT();
  const text = useText();
  const [open, setOpen] = useState<boolean | null>(null);
  const button = (
    <button
      type="button"
      className="m-icon-button"
      aria-label={t('actions')}
      aria-haspopup="menu"
      tabIndex={-1}
      onClick={() => setOpen(true)}
    >
      ⋯
    </button>
  );
  if (open === null) return button;
  const fitting = actions.row.filter((action) => applies(action, [row]));
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      open={open}
      onOpenChange={setOpen}
      menu={{
        items: fitting.map((action) => ({ key: action.key, label: text(action.label), danger: action.danger })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          const action = fitting.find((candidate) => candidate.key === key);
          if (action) actions.run(action, [row]);
        },
      }}
    >
      {button}
    </Dropdown>
  );
}

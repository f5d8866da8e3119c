import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown/dropdown';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { type Action, applies } from './actions.ts';

export const isPrint = (action: Action): boolean => action.kind === 'mask' && action.spec.print !== undefined;

type Props = { actions: readonly Action[]; rows: readonly Row[]; disabled?: boolean; run: (action: Action, rows: readonly Row[]) => void };

/** The documents that can be printed for these rows: a button for one, a menu for several. */
export function PrintMenu({ actions, rows, disabled = false, run }: Props) {
  const t = useMaskT();
  const text = useText();
  const fitting = actions.filter((action) => isPrint(action) && applies(action, rows));
  const [only] = fitting;
  if (!only) return null;
  if (fitting.length === 1)
    return (
      <Button disabled={disabled} onClick={() => run(only, rows)}>
        {text(only.label)}
      </Button>
    );
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      disabled={disabled}
      menu={{
        items: fitting.map((action) => ({ key: action.key, label: text(action.label) })),
        onClick: ({ key }) => {
          const action = fitting.find((candidate) => candidate.key === key);
          if (action) run(action, rows);
        },
      }}
    >
      <Button aria-haspopup="menu">{t('sheet.print')}</Button>
    </Dropdown>
  );
}

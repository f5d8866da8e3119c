import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown/dropdown';
import type { Mask } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { type Action, applies } from './actions.ts';
import type { Column } from './columns.ts';
import { isPrint, PrintMenu } from './PrintMenu.tsx';
import { counts, NONE, type Selection } from './selection.ts';
import { Totals } from './Totals.tsx';
import { sumsOf, totalFields } from './totals.ts';
import type { ListActions } from './use-actions.tsx';

/** Buttons beside "more". The others are in its menu. */
const BUTTONS = 3;

type Props = {
  mask: Mask;
  columns: readonly Column[];
  selection: Selection;
  rows: readonly Row[];
  actions: ListActions;
  onSelection: (selection: Selection) => void;
};

/** At most three buttons: printing, then the actions for all selected rows. The rest, and what fits only some rows, is in the menu. */
export function bulkButtons(actions: readonly Action[], chosen: readonly Row[]): { print: boolean; buttons: Action[]; menu: Action[] } {
  const print = actions.some((action) => isPrint(action) && applies(action, chosen));
  const others = actions.filter((action) => !isPrint(action));
  const buttons = others.filter((action) => applies(action, chosen)).slice(0, BUTTONS - (print ? 1 : 0));
  return { print, buttons, menu: others.filter((action) => !buttons.includes(action)) };
}

/** How many rows are selected, their sums, and what can be done with all of them. Takes the place of the foot. */
export default function BulkBar({ mask, columns, selection, rows, actions, onSelection }: Props) {
  const t = useMaskT();
  const text = useText();
  const chosen = [...selection.values()];
  const { all, elsewhere } = counts(selection, rows);
  const { buttons, menu } = bulkButtons(actions.bulk, chosen);
  return (
    <div className="m-selection" role="region" aria-label={t('selection.label')}>
      <button
        type="button"
        className="m-icon-button"
        aria-label={t('selection.clear')}
        title={t('selection.clear')}
        onClick={() => onSelection(NONE)}
      >
        <Icon name="close" />
      </button>
      <strong className="m-figures">{t(elsewhere > 0 ? 'selection.elsewhere' : 'selection.here', { n: all, m: elsewhere })}</strong>
      <Totals mask={mask} columns={columns} sums={sumsOf(totalFields(mask), chosen)} intro="" />
      <span className="l-bulk-actions">
        <PrintMenu actions={actions.bulk} rows={chosen} run={actions.run} />
        {buttons.map((action) => (
          <Button key={action.key} danger={action.danger} onClick={() => actions.run(action, chosen)}>
            {text(action.label)}
          </Button>
        ))}
        {menu.length > 0 ? (
          <Dropdown
            trigger={['click']}
            autoFocus
            placement="topLeft"
            menu={{
              items: menu.map((action) => {
                const fits = applies(action, chosen);
                return {
                  key: action.key,
                  label: text(action.label),
                  danger: action.danger,
                  disabled: !fits,
                  ...(fits ? {} : { title: t('selection.unfit') }),
                };
              }),
              onClick: ({ key }) => {
                const action = menu.find((candidate) => candidate.key === key);
                if (action) actions.run(action, chosen);
              },
            }}
          >
            <Button aria-label={t('record.more')} aria-haspopup="menu" icon={<Icon name="more" />} />
          </Dropdown>
        ) : null}
      </span>
    </div>
  );
}

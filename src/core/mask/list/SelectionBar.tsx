import Button from 'antd/es/button';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { applies } from './actions.ts';
import { isPrint, PrintMenu } from './PrintMenu.tsx';
import { counts, NONE, type Selection } from './selection.ts';
import type { ListActions } from './use-actions.tsx';

type Props = { selection: Selection; rows: readonly Row[]; actions: ListActions; onSelection: (selection: Selection) => void };

export function SelectionBar({ selection, rows, actions, onSelection }: Props) {
  const t = useMaskT();
  const text = useText();
  const { all, elsewhere } = counts(selection, rows);
  if (all === 0) return null;
  const chosen = [...selection.values()];
  return (
    <div className="m-selection" role="region" aria-label={t('selection.label')}>
      <strong className="m-figures">{t(elsewhere > 0 ? 'selection.elsewhere' : 'selection.here', { n: all, m: elsewhere })}</strong>
      <PrintMenu actions={actions.bulk} rows={chosen} run={actions.run} />
      {actions.bulk.map((action) => {
        if (isPrint(action)) return null;
        const fits = applies(action, chosen);
        return (
          <Button
            key={action.key}
            danger={action.danger}
            disabled={!fits}
            title={fits ? undefined : t('selection.unfit')}
            onClick={() => actions.run(action, chosen)}
          >
            {text(action.label)}
          </Button>
        );
      })}
      <Button type="link" onClick={() => onSelection(NONE)}>
        {t('selection.clear')}
      </Button>
    </div>
  );
}

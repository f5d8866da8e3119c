import Button from 'antd/es/button';
import { useNavigate } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { useConfirmText } from '../../confirm-text.ts';
import { useMaskT, useText } from '../../field-context.ts';
import type { Row } from '../../kinds/kind.ts';
import { Whole } from '../../kinds/Whole.tsx';
import type { Action } from '../../list/actions.ts';
import { fillPath } from '../../list/fill-path.ts';
import { AtFoot } from '../AtFoot.tsx';
import { type Next, opensScreen } from './next-step.ts';

type Props = { mask: Mask; row: Row; next: Next; disabled: boolean; run: (action: Action, rows: readonly Row[]) => void };

/** What happens next with the record, and the button that does it. */
export function NextStrip({ mask, row, next: { step, action }, disabled, run }: Props) {
  const t = useMaskT();
  const text = useText();
  const filled = useConfirmText(mask);
  const navigate = useNavigate();
  const open = opensScreen(step) ? step.open : undefined;
  const path = open ? fillPath(open.path, row) : null;
  const opened =
    open && path ? (
      <Button type={action ? 'default' : 'primary'} onClick={() => void navigate(path)}>
        {text(open.label)}
      </Button>
    ) : null;
  return (
    <section className="r-next" data-meaning={step.meaning ?? 'work'} aria-label={t('record.next')}>
      <p>
        <b>{t('record.next')}:</b> <Whole text={filled(step.text, [row])} />
      </p>
      {action ? (
        <AtFoot>
          <Button type="primary" danger={action.danger} disabled={disabled} onClick={() => run(action, [row])}>
            {text(action.label)}
          </Button>
        </AtFoot>
      ) : null}
      {opened && action ? opened : <AtFoot>{opened}</AtFoot>}
    </section>
  );
}

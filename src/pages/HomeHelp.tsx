import { useEffect, useRef } from 'react';
import type { FirstReason } from '#contract/core/home';
import type { Mask } from '#contract/core/mask';
import { useMask, useRow } from '../core/mask/data.ts';
import type { Row } from '../core/mask/kinds/kind.ts';
import { applies } from '../core/mask/list/actions.ts';
import { useActions } from '../core/mask/list/use-actions.tsx';
import { lazyPart } from '../providers/chunks.ts';

const OrderHelp = lazyPart(async () => (await import('../resources/orders/tasks/OrderHelp.tsx')).OrderHelp);

type Does = NonNullable<NonNullable<FirstReason['action']>['does']>;
const ignore = (): void => undefined;

/** Runs an action of a mask on a row, as the row's page does. */
function MaskHelp({ mask, row, name, onNothing }: { mask: Mask; row: Row; name: string; onNothing: () => void }) {
  const { row: actions, run, host } = useActions({ mask, path: '', trash: false, onExport: ignore, onDone: ignore });
  const begun = useRef(false);
  useEffect(
    function runOnce() {
      if (begun.current) return;
      begun.current = true;
      const action = actions.find((one) => one.key === name);
      if (action && applies(action, [row])) run(action, [row]);
      else onNothing();
    },
    [actions, name, row, run, onNothing],
  );
  return host;
}

type Props = {
  /** Key of the row's mask. */
  mask: string;
  area: string;
  reason: FirstReason;
  does: Does;
  /** The row is another one by now, and nothing is left to press. */
  onNothing: () => void;
};

/** Does what helps a row under “Do these first”, at once or in its dialog. Its texts and dialogs need the whole row and its mask. */
export function HomeHelp({ mask: key, area, reason, does: { kind, name }, onNothing }: Props) {
  const mask = useMask(key).data;
  const row = useRow(area, reason.id).data;
  if (!mask || !row) return null;
  if (kind === 'action') return <MaskHelp mask={mask} row={row} name={name} onNothing={onNothing} />;
  return <OrderHelp mask={mask} row={row} name={name} params={reason.values} onNothing={onNothing} />;
}

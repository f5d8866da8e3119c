import { useEffect, useRef } from 'react';
import type { Mask } from '#contract/core/mask';
import { isCommand } from '#contract/orders/actions';
import { isWork, type MissingFact } from '#contract/orders/missing-facts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { useCommand } from './Command.tsx';
import { useWork } from './use-work.tsx';

type Props = { mask: Mask; row: Row; name: string; params: MissingFact['params']; onNothing: () => void };

/** Runs a command of an order, or work on it, as its page does. `onNothing`: this user has nothing to press there. */
export function OrderHelp({ mask, row, name, params, onNothing }: Props) {
  const { run, host } = useCommand(mask, row);
  const { workOf, host: dialog } = useWork(asText(row['id']), asText(row['no']));
  const begun = useRef(false);
  useEffect(
    function runOnce() {
      if (begun.current) return;
      begun.current = true;
      const work = isWork(name) ? workOf(name, params) : null;
      if (isCommand(name)) run(name);
      else if (work) work();
      else onNothing();
    },
    [name, params, run, workOf, onNothing],
  );
  return (
    <>
      {host}
      {dialog}
    </>
  );
}

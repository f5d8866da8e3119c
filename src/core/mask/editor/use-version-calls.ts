import { useState } from 'react';
import { showNotice } from '../../../providers/feedback.ts';
import { useInvalidate } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import * as masks from './masks.ts';

export type Edited = { definition: unknown /** Receives the faults that the server found. */; showFaults: (faults: masks.Fault[]) => void };

/** The calls for versions. Each shows its own errors; faults of the definition are returned with their places. */
export function useVersionCalls(key: string, { definition, showFaults }: Edited) {
  const t = useMaskT();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const doing = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      await invalidate('masken');
      showNotice({ kind: 'success', title: t(done) });
      return true;
    } catch (error) {
      showFaults(masks.faultsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const body = (scope: masks.Scope, note: string) => ({ key, scope, definition, note });
  return {
    busy,
    draft: (scope: masks.Scope, note: string) => doing(() => masks.saveDraft(body(scope, note)), 'editor.draftSaved'),
    publish: (scope: masks.Scope, note: string) =>
      doing(async () => masks.publish((await masks.saveDraft(body(scope, note))).id), 'editor.published'),
    publishVersion: (version: masks.Version) => doing(() => masks.publish(version.id), 'editor.published'),
    rollBack: (version: masks.Version) => doing(() => masks.rollBack(version.id), 'editor.published'),
    withdraw: (version: masks.Version) => doing(() => masks.withdraw(version.id), 'editor.withdrawn'),
  };
}
export type VersionCalls = ReturnType<typeof useVersionCalls>;

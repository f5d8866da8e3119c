import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MissingFact, Work } from '#contract/orders/missing-facts';
import { WORK_NEEDS, workPath } from '#contract/orders/work-paths';
import { lazyPart } from '../../../providers/chunks.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed, useUser } from '../../../providers/user.ts';
import { useHistoryReload } from './order-history.ts';

const ParcelDialog = lazyPart(async () => (await import('./ParcelDialog.tsx')).ParcelDialog);

type Asked = { what: 'measure' | 'label' | 'orderLabel'; rowId: string; parcel: number };

/**
 * Work on an order that is no command: its station, a call, or the dialog of a parcel, which `host` holds. `workOf` is null if the user may
 * not do it, or if there is nothing to press.
 */
export function useWork(
  id: string,
  no: string,
): { workOf: (work: Work, params: MissingFact['params']) => (() => void) | null; busy: boolean; host: ReactNode } {
  const call = useCall();
  const navigate = useNavigate();
  const outside = useUser()?.merchantId !== null;
  const reloadHistory = useHistoryReload(id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);

  const send = (path: string, body: object): void => {
    setBusy(true);
    // The call already showed the error.
    call('POST', path, { body })
      .then(reloadHistory, () => undefined)
      .finally(() => setBusy(false));
  };
  const workOf = (work: Work, params: MissingFact['params']): (() => void) | null => {
    const parcelId = params['parcelId'];
    // The label of an order that has no parcel yet comes with its first one.
    if (work === 'uploadLabel' && typeof parcelId !== 'string')
      return allowed('tasks.carrierLabel') ? () => setAsked({ what: 'orderLabel', rowId: id, parcel: 0 }) : null;
    const needs = WORK_NEEDS[work];
    const path = workPath(work, no);
    if (needs ? !allowed(needs) : outside) return null;
    if (path) return () => void navigate(path);
    if (work === 'list') return () => send('/v0/picklists', { kind: 'order', taskIds: [id] });
    if (typeof parcelId !== 'string') return null;
    if (work === 'buyLabel') return () => send(`/v0/parcels/${parcelId}/label`, {});
    const what = work === 'uploadLabel' ? 'label' : 'measure';
    return work === 'track' ? null : () => setAsked({ what, rowId: parcelId, parcel: Number(params['parcel']) });
  };
  const host = asked ? (
    <ParcelDialog
      {...asked}
      onClose={(changed) => {
        setAsked(null);
        if (changed) reloadHistory();
      }}
    />
  ) : null;
  return { workOf, busy, host };
}

import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';

/** Beside the list's title: how many disputes wait for an answer. */
export function DisputesHead() {
  const t = useT();
  const found = useRead<{ total: number }[]>('/v0/chargeDisputes/counts', {
    queryKey: ['data', 'default', 'chargeDisputes', 'open'],
    params: { list: 'status=open' },
    background: true,
  });
  const open = found.data?.[0]?.total;
  if (open === undefined) return null;
  return <StatusTag meaning={open === 0 ? 'done' : 'wait'}>{t('chargeDisputes.badge', { count: open })}</StatusTag>;
}

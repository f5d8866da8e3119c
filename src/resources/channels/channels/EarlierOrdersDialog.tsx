import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { EarlierOrders } from '#contract/channels/earlier-orders';
import { addDays, dayOf, houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { isCallError } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { messageFor } from '../../../providers/http-fail.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

const FIELDS: Record<string, FieldSpec> = {
  from: { kind: 'date', label: 'channels.earlier.from', required: true },
  until: { kind: 'date', label: 'channels.earlier.until', required: true },
};
/** Days before the connection that are offered first: what is older is shipped as a rule. */
const OFFERED = 7;

function firstPeriod({ connectedAt }: Row): Row {
  const until = connectedAt ? dayOf(asText(connectedAt)) : houseToday();
  return { from: addDays(until, -OFFERED), until };
}

/** Fetches orders from before the connection. They are counted first, because a merchant may have shipped them. */
export function EarlierOrdersDialog({ rows, onClose }: DialogProps) {
  const t = useT();
  const call = useCall();
  const [channel = {}] = rows;
  const path = `/v0/channels/${encodeURIComponent(asText(channel['id']))}/earlierOrders`;
  const [period, setPeriod] = useState<Row>(() => firstPeriod(channel));
  const [intent, setIntent] = useState(newIntent);
  const [busy, setBusy] = useState(false);
  const [from, until] = [asText(period['from']), asText(period['until'])];
  const isBackwards = from !== '' && until !== '' && until < from;
  const found = useRead<EarlierOrders>(`${path}?${new URLSearchParams({ from, until }).toString()}`, {
    queryKey: ['channels', 'earlierOrders', path, from, until],
    enabled: from !== '' && until !== '' && !isBackwards,
    gcTime: 0,
    retry: false,
    handles: ['StateRefused'],
  });
  const missing = found.data?.missing ?? 0;
  const why = isCallError(found.error, 'StateRefused') ? messageFor(found.error.code, found.error.data) : '';

  async function fetchThem(): Promise<void> {
    setBusy(true);
    try {
      const { missing: count } = await call<EarlierOrders>('POST', path, { body: { from, until }, intent });
      onClose(true);
      showNotice({ kind: 'success', title: t('channels.earlier.done', { count, n: count, name: asText(channel['name']) }) });
    } catch {
      // The call already showed the error.
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={t('channels.actions.earlierOrders')}
      okText={missing > 0 ? t('channels.earlier.fetch', { count: missing, n: missing }) : t('channels.earlier.fetchNone')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: missing === 0 || found.isFetching }}
      confirmLoading={busy}
      onOk={() => void fetchThem()}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      <p className="m-quiet">{t('channels.earlier.intro', { name: asText(channel['name']) })}</p>
      <AskForm
        fields={FIELDS}
        values={period}
        errors={isBackwards ? [{ path: 'until', rule: 'beforeStart' }] : []}
        onChange={(values) => {
          setIntent(newIntent());
          setPeriod(values);
        }}
      />
      {found.isError && why === '' ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      <p role="status" className="m-quiet">
        {why}
        {found.isFetching ? t('channels.earlier.counting') : null}
        {found.data && !found.isFetching
          ? [
              missing > 0 ? t('channels.earlier.missing', { count: missing, n: missing }) : t('channels.earlier.none'),
              ...(found.data.known > 0 ? [t('channels.earlier.known', { count: found.data.known, n: found.data.known })] : []),
            ].join(' ')
          : null}
      </p>
    </Modal>
  );
}

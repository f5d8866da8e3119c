import Button from 'antd/es/button';
import InputNumber from 'antd/es/input-number';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { Link } from 'react-router';
import { MOST_PIECES, type SampleShop } from '#contract/channels/sample-shop';
import { TASK_STATUSES } from '#contract/orders/statuses';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import './channels.css';

type Order = SampleShop['orders'][number];
/** Milliseconds between two looks: the house reads the shop every five seconds. */
const LOOK_EVERY = 2_000;

/** What became of an order, from the shop to its parcel. */
function Progress({ order: { status, parcels, here } }: { order: Order }) {
  const t = useT();
  const linkTo = useLinkTo();
  if (status === 'cancelled') return <StatusTag meaning="closed">{t('channels.sampleShop.cancelled')}</StatusTag>;
  const [task, held] = [
    here?.taskId ? linkTo('tasks', here.taskId) : null,
    here?.state === 'held' ? linkTo('channelOrders', here.id) : null,
  ];
  return (
    <>
      {status === 'completed' ? (
        <StatusTag meaning="done">{t('channels.sampleShop.shipped')}</StatusTag>
      ) : here?.status ? (
        <StatusTag meaning={TASK_STATUSES[here.status]}>{t(`tasks.statuses.${here.status}`)}</StatusTag>
      ) : here?.state === 'held' ? (
        <StatusTag meaning="stop">
          {held ? <Link to={held}>{t('channels.sampleShop.held')}</Link> : t('channels.sampleShop.held')}
        </StatusTag>
      ) : (
        <StatusTag meaning="wait">{t('channels.sampleShop.waiting')}</StatusTag>
      )}
      {task && here?.taskNo ? <Link to={task}>{t('channels.sampleShop.here', { no: here.taskNo })}</Link> : null}
      {parcels.map(({ no, carrier }) => (
        <span key={no} className="m-mono">
          {t('channels.sampleShop.parcel', { carrier, no })}
        </span>
      ))}
    </>
  );
}

/** A shop to try: orders are placed as a customer would, and followed to their tracking numbers. */
export function SampleShopDialog({ rows, onClose }: DialogProps) {
  const t = useT();
  const call = useCall();
  const id = asText(rows[0]?.['id']);
  const path = `/v0/channels/${encodeURIComponent(id)}/sampleShop`;
  const shop = useRead<SampleShop>(path, { queryKey: ['data', 'default', 'channels', 'sampleShop', id], refetchInterval: LOOK_EVERY });
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const [busy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const lines = Object.entries(chosen).flatMap(([product, qty]) => (qty > 0 ? [{ product: Number(product), qty }] : []));

  const act = async (run: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await run();
      setChanged(true);
      setChosen({});
      await shop.refetch();
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal open width={760} title={t('channels.sampleShop.title')} footer={null} onCancel={() => onClose(isChanged)}>
      <p className="m-quiet">{t('channels.sampleShop.intro')}</p>
      {shop.isError ? <LoadError error={shop.error} onRetry={() => void shop.refetch()} /> : null}
      <h3>{t('channels.sampleShop.products')}</h3>
      {shop.data?.products.length === 0 ? <p className="m-quiet">{t('channels.sampleShop.noProducts')}</p> : null}
      <ul className="c-products">
        {shop.data?.products.map((one) => (
          <li key={one.id}>
            <span>
              {one.name}
              <small className="m-quiet">
                {one.qty > 0 ? t('channels.sampleShop.inStock', { count: one.qty, n: one.qty }) : t('channels.sampleShop.soldOut')}
              </small>
            </span>
            <InputNumber
              aria-label={one.name}
              min={0}
              max={Math.min(MOST_PIECES, one.qty)}
              precision={0}
              disabled={one.qty === 0}
              value={chosen[one.id] ?? 0}
              onChange={(qty) => setChosen((before) => ({ ...before, [one.id]: qty ?? 0 }))}
            />
          </li>
        ))}
      </ul>
      <div className="c-order">
        {lines.length === 0 && shop.data?.products.length !== 0 ? <span className="m-quiet">{t('channels.sampleShop.choose')}</span> : null}
        <Button
          type="primary"
          loading={busy}
          disabled={lines.length === 0}
          onClick={() => void act(() => call('POST', `${path}/orders`, { body: { lines } }))}
        >
          {t('channels.sampleShop.order')}
        </Button>
      </div>
      <h3>{t('channels.sampleShop.orders')}</h3>
      {shop.data?.orders.length === 0 ? <p className="m-quiet">{t('channels.sampleShop.noOrders')}</p> : null}
      <ul className="c-orders" aria-live="polite">
        {shop.data?.orders.map((order) => (
          <li key={order.id}>
            <span>
              <b>{order.number}</b> {order.customer}
              <small className="m-quiet">{order.lines.map(({ name, qty }) => `${qty} × ${name}`).join(', ')}</small>
            </span>
            <span className="c-progress">
              <Progress order={order} />
              {order.status === 'processing' && order.parcels.length === 0 ? (
                <Button
                  type="link"
                  size="small"
                  disabled={busy}
                  onClick={() => void act(() => call('POST', `${path}/orders/${order.id}/cancel`))}
                >
                  {t('channels.sampleShop.cancel')}
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

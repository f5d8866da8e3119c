import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import type { ServiceArea } from '#contract/freight/agreed';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useReloadOnChange } from '../../providers/reload-on-change.ts';
import { useCall, useRead } from '../../providers/use-call.ts';
import { allowed } from '../../providers/user.ts';
import { useInvalidate } from '../mask/data.ts';
import { StatusTag } from '../mask/kinds/StatusTag.tsx';
import { type Change, ChangeList } from './ChangeList.tsx';

/** The answer of `GET /v0/changeRequests/of/:id`. */
type Asked = {
  id: string;
  askedBy: string;
  decides: string;
  state: 'open' | 'accepted' | 'declined' | 'withdrawn';
  changes: Change[];
  reason: string;
  answer: string;
  at: string;
  mine: boolean;
};
const MEANING = { open: 'wait', accepted: 'done', declined: 'stop', withdrawn: 'closed' } as const;
const WAIT = 300;

/** Requested changes of what was agreed, with the other side's decision. */
export function Changes({ id, area }: { id: string; area: ServiceArea }) {
  const call = useCall();
  const t = useT();
  const { relative } = useFormat();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState('');
  const queryKey = ['data', 'default', 'changeRequests', 'of', id];
  useReloadOnChange(
    ({ area: changed }) => changed === 'changeRequests',
    () => void client.invalidateQueries({ queryKey, refetchType: 'active' }),
    WAIT,
  );
  const query = useRead<Asked[]>(`/v0/changeRequests/of/${encodeURIComponent(id)}`, {
    queryKey,
    enabled: allowed('changeRequests.read'),
    background: true,
  });
  const asked = query.data ?? [];
  if (asked.length === 0) return null;
  const decide = async (request: Asked, decision: 'accept' | 'decline'): Promise<void> => {
    setBusy(request.id);
    try {
      await call('POST', `/v0/changeRequests/${request.id}/${decision}`, { body: decision === 'accept' ? undefined : {} });
      await Promise.all([invalidate('changeRequests'), invalidate(area)]);
    } finally {
      setBusy('');
    }
  };
  return (
    <section>
      <h2>{t('changeRequests.page.title')}</h2>
      {asked.map((request) => (
        <article key={request.id} className="f-change">
          <p>
            <StatusTag meaning={MEANING[request.state]}>{t(`changeRequests.states.${request.state}`)}</StatusTag>{' '}
            {t(`changeRequests.sides.${request.askedBy}`)} <span className="m-quiet">{relative(request.at)}</span>
          </p>
          <ChangeList changes={request.changes.map((change) => ({ ...change, area }))} />
          {request.reason ? <p>{request.reason}</p> : null}
          {request.answer ? <p className="m-quiet">{request.answer}</p> : null}
          {request.state === 'open' ? (
            <p className="f-buttons">
              {request.mine && allowed('changeRequests.decide') ? (
                <Button size="small" type="primary" loading={busy === request.id} onClick={() => void decide(request, 'accept')}>
                  {t('changeRequests.actions.accept')}
                </Button>
              ) : null}
              {request.mine && allowed('changeRequests.decide') ? (
                <Button size="small" onClick={() => void decide(request, 'decline')}>
                  {t('changeRequests.actions.decline')}
                </Button>
              ) : null}
              <span className="m-quiet">{t('changeRequests.page.waits', { side: t(`changeRequests.sides.${request.decides}`) })}</span>
            </p>
          ) : null}
        </article>
      ))}
    </section>
  );
}

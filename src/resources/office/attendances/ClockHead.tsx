import Button from 'antd/es/button';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ClockAct } from '#contract/office/attendances';
import type { ShiftState } from '#contract/office/shift';
import { useInvalidate } from '../../../core/mask/data.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { formatTime } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { onLive } from '../../../providers/live.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

/** The answer of `GET /v0/attendances/now`. `state` is null if the user is not at work. */
type Now = { state: ShiftState | null; since: string | null; worked: number };
const MINUTE = 60_000;
const KEY = ['data', 'default', 'attendances', 'now'];
const ACTS: Record<ShiftState | 'gone', readonly ClockAct[]> = {
  gone: ['in'],
  working: ['breakStart', 'out'],
  onBreak: ['breakEnd', 'out'],
  finished: ['in'],
};
const MEANING = { gone: 'closed', working: 'work', onBreak: 'wait', finished: 'closed' } as const;

/** Records coming, going and breaks by button or by a card at the RFID reader, with a link to the monthly sheet. */
export function ClockHead() {
  const call = useCall();
  const t = useT();
  const invalidate = useInvalidate();
  const may = useAllowed('attendances.clock');
  const [busy, setBusy] = useState(false);
  const { data } = useRead<Now>('/v0/attendances/now', { queryKey: KEY, refetchInterval: MINUTE, enabled: may, background: true });
  const act = async (body: { act: ClockAct | 'toggle'; source: 'web' | 'rfid' }): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', '/v0/attendances/clock', { body, intent: newIntent() });
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
      await invalidate('attendances');
    }
  };
  const read = useEffectEvent(() => {
    // Every tab of this user receives the event. Only the visible one handles it.
    if (may && !busy && document.visibilityState === 'visible') void act({ act: 'toggle', source: 'rfid' });
  });
  useEffect(function hearReader() {
    // Tags read at a station are goods, not the user's card.
    return onLive('rfid', ({ stationId }) => {
      if (stationId === undefined) read();
    });
  }, []);
  const state = data?.state ?? 'gone';
  return (
    <>
      {data ? (
        <StatusTag meaning={MEANING[state]}>
          {t(`attendances.clock.${state}`, { time: data.since ? formatTime(data.since) : '' })}
        </StatusTag>
      ) : null}
      {data && may
        ? ACTS[state].map((one, i) => (
            <Button
              key={one}
              size="small"
              type={i === 0 ? 'primary' : 'default'}
              disabled={busy}
              onClick={() => void act({ act: one, source: 'web' })}
            >
              {t(`attendances.clock.${one}`)}
            </Button>
          ))
        : null}
      <Link to="/oa/attendanceSheet">{t('menu.attendanceSheet')}</Link>
    </>
  );
}

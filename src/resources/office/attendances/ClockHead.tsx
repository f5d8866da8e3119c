import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ClockAct } from '#contract/office/attendances';
import type { ShiftState } from '#contract/office/shift';
import { useInvalidate } from '../../../core/mask/data.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { formatTime } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
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

/** Records coming, going and breaks by button, with a link to the monthly sheet. A tag at a reader is clocked by the server. */
export function ClockHead() {
  const call = useCall();
  const t = useT();
  const invalidate = useInvalidate();
  const may = useAllowed('attendances.clock');
  const [busy, setBusy] = useState(false);
  const { data } = useRead<Now>('/v0/attendances/now', { queryKey: KEY, refetchInterval: MINUTE, enabled: may, background: true });
  const clock = async (act: ClockAct): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', '/v0/attendances/clock', { body: { act }, intent: newIntent() });
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
      await invalidate('attendances');
    }
  };
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
            <Button key={one} size="small" type={i === 0 ? 'primary' : 'default'} disabled={busy} onClick={() => void clock(one)}>
              {t(`attendances.clock.${one}`)}
            </Button>
          ))
        : null}
      <Link to="/oa/attendanceSheet">{t('menu.attendanceSheet')}</Link>
    </>
  );
}

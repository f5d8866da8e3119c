import { useQueryClient } from '@tanstack/react-query';
import AntdApp from 'antd/es/app';
import Button from 'antd/es/button';
import type { z } from 'zod';
import type { SessionRow } from '#contract/access/session';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { useCall, useRead } from '../providers/use-call.ts';
import { readUserAgent } from './user-agent.ts';

type Row = z.infer<typeof SessionRow>;
const KEY = ['own-sessions'];

/** Browser and device; the whole user agent if neither is known. */
function nameOf({ userAgent }: Row): string {
  const { browser, device } = readUserAgent(userAgent);
  return [browser, device].filter(Boolean).join(' · ') || userAgent;
}

/** The user's sessions, with a button to end each. */
export function Sessions() {
  const call = useCall();
  const t = useT();
  const { instant, relative } = useFormat();
  const { modal } = AntdApp.useApp();
  const client = useQueryClient();
  const { data } = useRead<Row[]>('/v0/auth/sessions', { queryKey: KEY });
  const end = async (row: Row): Promise<void> => {
    if (
      !(await modal.confirm({
        title: t('shell.profile.endConfirm', { ip: row.ip, when: relative(row.seenAt) }),
        okText: t('shell.profile.end'),
        cancelText: t('buttons.cancel'),
      }))
    )
      return;
    await call('DELETE', `/v0/auth/sessions/${row.id}`);
    await client.invalidateQueries({ queryKey: KEY });
  };
  return (
    <section>
      <h2>{t('shell.profile.sessions')}</h2>
      <ul className="k-sessions">
        {data?.map((row) => (
          <li key={row.id}>
            <div>
              <b title={row.userAgent}>{nameOf(row)}</b>
              <small>
                {row.current ? t('shell.profile.current') : row.ip} ·{' '}
                <span title={instant(row.seenAt)}>{t('shell.profile.seen', { when: relative(row.seenAt) })}</span>
              </small>
            </div>
            {!row.current && <Button onClick={() => void end(row)}>{t('shell.profile.end')}</Button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

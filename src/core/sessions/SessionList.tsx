import { useQueryClient } from '@tanstack/react-query';
import AntdApp from 'antd/es/app';
import Button from 'antd/es/button';
import type { z } from 'zod';
import type { SessionRow } from '#contract/access/session';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useCall, useRead } from '../../providers/use-call.ts';
import './session-list.css';
import { readUserAgent } from './user-agent.ts';

type Row = z.infer<typeof SessionRow>;

/** The own sessions. Those of another user have the path of the user. */
export const OWN_SESSIONS = '/v0/auth/sessions';
/** The query of a list, for whoever ends sessions in another way. */
export const sessionsKey = (path: string): string[] => ['sessions', path];

/** Browser and device; the whole user agent if neither is known. */
function nameOf({ userAgent }: Row): string {
  const { browser, device } = readUserAgent(userAgent);
  return [browser, device].filter(Boolean).join(' · ') || userAgent;
}

/** The open sessions of a user, with a button to end each. `path` lists them and is the prefix of the call that ends one. */
export function SessionList({ path }: { path: string }) {
  const call = useCall();
  const t = useT();
  const { instant, relative } = useFormat();
  const { modal } = AntdApp.useApp();
  const client = useQueryClient();
  const { data } = useRead<Row[]>(path, { queryKey: sessionsKey(path) });
  const end = async (row: Row): Promise<void> => {
    const isSure = await modal.confirm({
      title: t('shell.profile.endConfirm', { ip: row.ip, when: relative(row.seenAt) }),
      okText: t('shell.profile.end'),
      cancelText: t('buttons.cancel'),
    });
    if (!isSure) return;
    await call('DELETE', `${path}/${row.id}`);
    await client.invalidateQueries({ queryKey: sessionsKey(path) });
  };
  if (data?.length === 0) return <p>{t('shell.profile.noSessions')}</p>;
  return (
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
  );
}

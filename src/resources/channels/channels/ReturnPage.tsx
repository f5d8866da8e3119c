import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OAUTH_KINDS, type OauthKind } from '#contract/channels/channels';
import { Alone } from '../../../layout/Alone.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { isCallError } from '../../../providers/call-error.ts';
import { messageFor } from '../../../providers/http-fail.ts';
import { useT } from '../../../providers/i18n.ts';
import { loginPath } from '../../../providers/paths.ts';
import { request } from '../../../providers/request.ts';
import { getToken } from '../../../providers/session.ts';

/**
 * The parameters returned by the platform. They are read once and removed from the URL, so that neither a bookmark nor a reload sends them
 * again.
 */
function useReturned(): Record<string, string> {
  const [returned] = useState(() => Object.fromEntries(new URLSearchParams(window.location.search)));
  return returned;
}

/** The list of channels that this user may open. */
function ToList() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(['/mEP/channels', '/eEP/channels'].find(mayOpen) ?? '/home')}>
      {t('channels.start.list')}
    </Button>
  );
}

function Outcome({ kind, returned }: { kind: OauthKind; returned: Record<string, string> }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['shop-return', kind, returned['state'] ?? ''],
    queryFn: async () => {
      const done = await request<{ id: string }>('POST', `/v0/channels/callback/${kind}`, { body: { returned }, handles: 'all' });
      window.history.replaceState(null, '', window.location.pathname);
      return done;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  });
  if (query.isPending) return <p aria-busy="true">{t('channels.back.busy')}</p>;
  const reason = isCallError(query.error) ? messageFor(query.error.code, query.error.data) : '';
  return (
    <>
      <h1>{t(query.isError ? 'channels.back.refused' : 'channels.back.done')}</h1>
      <p role={query.isError ? 'alert' : 'status'}>{query.isError ? reason : t('channels.back.next')}</p>
      {query.isError ? <p>{t('channels.back.nothing')}</p> : null}
      <ToList />
    </>
  );
}

/** The page to which a shop platform returns. Only the user who started, in the same session, can finish. */
export function ReturnPage() {
  const t = useT();
  const { pathname } = useLocation();
  const kind = OAUTH_KINDS.find((one) => pathname.startsWith(`/${one}/`)) ?? 'shopify';
  const returned = useReturned();
  const empty = Object.keys(returned).length === 0;
  const signedIn = getToken() !== '';
  return (
    <Alone>
      <p className="m-quiet">{t(`channels.kinds.${kind}`)}</p>
      {empty ? (
        <>
          <h1>{t('channels.back.emptyTitle')}</h1>
          <p>{t('channels.back.empty')}</p>
          {signedIn ? <ToList /> : null}
        </>
      ) : signedIn ? (
        <Outcome kind={kind} returned={returned} />
      ) : (
        <>
          <h1>{t('channels.back.signInTitle')}</h1>
          <p>{t('channels.back.signIn')}</p>
          <Button type="primary" href={loginPath({ pathname: '/mEP/channels', search: '', hash: '' })}>
            {t('channels.back.toLogin')}
          </Button>
        </>
      )}
    </Alone>
  );
}

import { useGetIdentity, useLogout } from '@refinedev/core';
import Dropdown from 'antd/es/dropdown/dropdown';
import { useNavigate } from 'react-router';
import type { UserInfo } from '#contract/access/session';
import { useReportArea } from '../core/report/area.ts';
import { useT } from '../providers/i18n.ts';
import { currentUser } from '../providers/user.ts';
import { Avatar } from './Avatar.tsx';

/** The account: below the menu, or in the top bar while the menu is closed. */
export function Person({ onReport }: { onReport: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { mutate: logout } = useLogout();
  const { data: user } = useGetIdentity<UserInfo>({ queryOptions: { initialData: currentUser() ?? undefined } });
  const mayReport = useReportArea() !== null;
  if (!user) return null;
  const items = [
    { key: 'settings', label: t('shell.personal') },
    ...(mayReport ? [{ key: 'report', label: t('shell.report.open') }] : []),
    { key: 'logout', label: t('session.logout') },
  ];
  const run: Record<string, () => void> = {
    settings: () => void navigate('/personal/settings'),
    report: onReport,
    logout: () => logout(),
  };
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, onClick: ({ key }) => run[key]?.() }}>
      <button type="button" className="k-person" aria-label={`${t('shell.person')}: ${user.name}`}>
        <Avatar avatar={user.avatar} userId={user.id} size={24} />
        <span>{user.name}</span>
      </button>
    </Dropdown>
  );
}

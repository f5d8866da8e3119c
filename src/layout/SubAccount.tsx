import { useLogin } from '@refinedev/core';
import Select from 'antd/es/select';
import { useEffect, useState } from 'react';
import { useT } from '../providers/i18n.ts';
import { requestList } from '../providers/request.ts';
import { useUser } from '../providers/user.ts';
import { clearTabs } from './tabs-store.ts';

type Person = { id: string; account: string; name: string };

/** For admins: acts as another account (specification, point 6). */
export function SubAccount({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { mutateAsync: actAs } = useLogin<{ subId: string }>();
  const user = useUser();
  const [search, setSearch] = useState('');
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(
    function lookUp() {
      const abort = new AbortController();
      const query = { limit: 50, cursor: null, search, sort: null, back: false, filters: [] };
      const timer = setTimeout(() => {
        requestList<Person>('users', query, { signal: abort.signal, background: true, handles: 'all' }).then(
          ({ data }) => setPeople(data),
          () => setPeople([]),
        );
      }, 250);
      return () => {
        clearTimeout(timer);
        abort.abort();
      };
    },
    [search],
  );
  if (!user) return null;
  return (
    <Select
      className="k-sub-account"
      aria-label={t('shell.subAccount')}
      placeholder={t('shell.subAccount')}
      showSearch
      defaultOpen
      autoFocus
      onBlur={onClose}
      allowClear
      filterOption={false}
      onSearch={setSearch}
      popupMatchSelectWidth={340}
      value={user.subId ? { value: user.subId, label: user.subName ?? '' } : null}
      labelInValue
      options={people.filter((one) => one.id !== user.id).map((one) => ({ value: one.id, label: `${one.name} · ${one.account}` }))}
      onChange={(choice: { value: string; label: string } | null | undefined) =>
        void actAs({ subId: choice?.value ?? '' })
          .then(clearTabs, () => undefined)
          .finally(onClose)
      }
    />
  );
}

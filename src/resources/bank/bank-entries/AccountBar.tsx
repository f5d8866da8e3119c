import Button from 'antd/es/button';
import { FileButton } from '../../../core/mask/inputs/FileButton.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { Desk } from './types.ts';

type Props = {
  desk: Desk;
  busy: boolean;
  onAccount: (id: string) => void;
  /** Without the privilege: no button. */
  onFile?: (file: File) => void;
  onBookAll?: () => void;
};

/** The accounts with what is undecided, the balance of bank and books, and what is done with all entries. */
export function AccountBar({ desk, busy, onAccount, onFile, onBookAll }: Props) {
  const t = useT();
  const { money, date } = useFormat();
  const account = desk.accounts.find(({ id }) => id === desk.bankAccountId);
  const isEven = account?.lastBalance !== null && account?.lastBalance === account?.booked;
  return (
    <div className="bk-bar">
      <div className="bk-accounts" role="group" aria-label={t('bankEntries.desk.accounts')}>
        {desk.accounts.map(({ id, name, undecided }) => (
          <Button key={id} aria-pressed={id === account?.id} onClick={() => onAccount(id)}>
            {name} ({undecided})
          </Button>
        ))}
      </div>
      {account ? (
        <p className="m-quiet m-figures">
          {account.lastOn === null
            ? t('bankEntries.desk.noStatement')
            : t('bankEntries.desk.balance', { day: date(account.lastOn), amount: money(account.lastBalance, account.currency) })}
          {account.lastBalance === null || account.lastOn === null
            ? null
            : ` · ${isEven ? t('bankEntries.desk.even') : t('bankEntries.desk.uneven', { amount: money(account.booked, account.currency) })}`}
        </p>
      ) : null}
      <div className="m-inline">
        {onFile ? (
          <FileButton accept=".xml,.sta,.mt940,.txt,.csv,.940" onFile={onFile}>
            {t('bankEntries.desk.upload')}
          </FileButton>
        ) : null}
        {onBookAll && account && account.automatic > 0 ? (
          <Button type="primary" loading={busy} onClick={onBookAll}>
            {t('bankEntries.desk.bookAll', { n: account.automatic })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

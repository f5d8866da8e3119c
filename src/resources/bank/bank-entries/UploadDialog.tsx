import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { isCallError } from '../../../providers/call-error.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import type { ReadFile } from './types.ts';

type Props = {
  file: File;
  /** The account that a CSV file is read for. */
  account: string | null;
  onClose: (stored: boolean) => void;
};

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};
const queryOf = (file: File, account: string | null): Record<string, string> => (/\.csv$/i.test(file.name) && account ? { account } : {});

/** Shows what a file contains, new and known, and stores it. A file that cannot be read is refused with line and reason. */
export function UploadDialog({ file, account, onClose }: Props) {
  const t = useT();
  const call = useCall();
  const { money, date } = useFormat();
  const [read, setRead] = useState<ReadFile | null>(null);
  const [fault, setFault] = useState('');
  const [alike, setAlike] = useState<'skip' | 'store' | null>(null);
  const [busy, setBusy] = useState(true);
  const [intent] = useState(newIntent);
  useEffect(
    function readFile() {
      let isCurrent = true;
      call<ReadFile>('POST', '/v0/bankStatements/read', { body: formOf(file), params: queryOf(file, account), handles: ['FileUnreadable'] })
        .then((answer) => isCurrent && setRead(answer))
        .catch(
          (error: unknown) =>
            isCurrent && setFault(isCallError(error, 'FileUnreadable') ? String(error.data ?? '') : t('bankEntries.desk.notRead')),
        )
        .finally(() => isCurrent && setBusy(false));
      return () => {
        isCurrent = false;
      };
    },
    [call, file, account, t],
  );
  const statements = read?.statements ?? [];
  const undecided = statements.reduce((sum, one) => sum + one.alike, 0);
  const added = statements.reduce((sum, one) => sum + one.added, 0) + (alike === 'store' ? undecided : 0);
  const isPreview = statements.some((one) => one.isPreview);
  const store = async (): Promise<void> => {
    setBusy(true);
    try {
      const params = { ...queryOf(file, account), ...(alike ? { alike } : {}) };
      await call('POST', '/v0/bankStatements/upload', { body: formOf(file), params, intent, handles: ['FileUnreadable'] });
      onClose(true);
    } catch (error) {
      setFault(isCallError(error, 'FileUnreadable') ? String(error.data ?? '') : '');
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={`${t('bankEntries.desk.upload')} · ${file.name}`}
      okText={t('bankEntries.desk.store', { n: added })}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: read === null || fault !== '' || isPreview || (undecided > 0 && alike === null) }}
      onOk={() => void store()}
      onCancel={() => onClose(false)}
    >
      {fault ? (
        <p role="alert" className="bk-fault">
          {fault}
        </p>
      ) : null}
      {statements.map((one) => (
        <div key={`${one.bankAccountId} ${one.number} ${one.toOn}`} className="bk-read">
          <p>
            <strong>{one.account}</strong> · {one.format} {one.number} · {date(one.fromOn)} – {date(one.toOn)}
          </p>
          {one.opening === null ? null : (
            <p className="m-figures">
              {t('bankStatements.fields.opening')} {money(one.opening, one.currency)} · {t('bankStatements.fields.closing')}{' '}
              {money(one.closing, one.currency)}
            </p>
          )}
          <p>
            {t('bankEntries.desk.counts', { added: one.added, known: one.known })}
            {one.alike > 0 ? ` · ${t('bankEntries.desk.alike', { n: one.alike })}` : ''}
          </p>
          {one.gap === null ? null : <p className="bk-fault">{t('bankEntries.desk.gap', { amount: money(one.gap, one.currency) })}</p>}
          {one.isPreview ? <p className="m-quiet">{t('bankStatements.faults.previewOnly', { format: one.format })}</p> : null}
          <PageTable label={`${one.account} ${one.number}`} className="bk-candidates">
            {one.entries.map((entry) => (
              <tr key={entry.line + entry.purpose}>
                <td className="m-figures bk-day">{date(entry.bookedOn)}</td>
                <td className="m-name">{entry.counterparty || entry.purpose}</td>
                <td className="m-figures m-end">{money(entry.amount, one.currency)}</td>
                <td>{t(`bankEntries.desk.status.${entry.status}`)}</td>
              </tr>
            ))}
          </PageTable>
        </div>
      ))}
      {undecided > 0 ? (
        <fieldset className="bk-alike">
          <legend>{t('bankEntries.desk.alikeAsk')}</legend>
          {(['skip', 'store'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="bank-alike" checked={alike === one} onChange={() => setAlike(one)} />{' '}
              {t(`bankEntries.desk.alikeChoice.${one}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </Modal>
  );
}

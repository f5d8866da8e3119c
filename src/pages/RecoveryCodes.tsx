import Button from 'antd/es/button';
import { useState } from 'react';
import { useT } from '../providers/i18n.ts';

/** A file that the browser saves, without a call to the server. */
function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A new set of recovery codes. The server cannot show them again, so they stay until the user says that they are kept. */
export function RecoveryCodes({ codes, account, onKept }: { codes: string[]; account: string; onKept: () => void }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="k-recovery" role="status">
      <h3>{t('shell.profile.recoveryTitle')}</h3>
      <p>{t('shell.profile.recoveryHint')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="k-form-buttons">
        {window.isSecureContext && <Button onClick={copy}>{t(copied ? 'shell.profile.copied' : 'shell.profile.copy')}</Button>}
        <Button onClick={() => saveText('kontor-recovery-codes.txt', [`Kontor · ${account}`, '', ...codes, ''].join('\n'))}>
          {t('shell.profile.recoverySave')}
        </Button>
        <Button type="primary" onClick={onKept}>
          {t('shell.profile.recoveryKept')}
        </Button>
      </div>
    </div>
  );
}

import Button from 'antd/es/button';
import { type ReactNode, useEffect, useState } from 'react';
import { useTab } from '../../../layout/tab.ts';
import { useMaskT } from '../field-context.ts';
import { AtFoot } from '../record/AtFoot.tsx';
import { useRuleText } from '../record/FieldRow.tsx';
import type { Fault, Scope } from './masks.ts';
import { ScopeInput } from './ScopeInput.tsx';
import type { VersionCalls } from './use-version-calls.ts';

export function Faults({ faults }: { faults: readonly Fault[] }) {
  const t = useMaskT();
  const ruleText = useRuleText();
  if (faults.length === 0) return null;
  return (
    <div className="m-bar m-bar-stop" role="alert">
      {t('editor.faults', { n: faults.length })}
      <ul>
        {faults.slice(0, 20).map((fault) => (
          <li key={`${fault.path}.${fault.rule}.${fault.value}`}>
            <code>{fault.path || 'JSON'}</code>: {ruleText(fault.rule)}{' '}
            {fault.value ? <span className="m-quiet">({fault.value})</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = {
  title: string;
  maskKey: string;
  /** The audience of the version that was opened. */
  scope: Scope;
  versionCalls: VersionCalls;
  faults: readonly Fault[];
  /** The definition as text. It is unsaved if it differs from the last stored one. */
  text: string;
  /** Further buttons. */
  children?: ReactNode;
};

/** Save draft and publish, with the audience of the version and the reason for the change. */
export function EditorHead({ title, maskKey, scope: begun, versionCalls, faults, text, children }: Props) {
  const t = useMaskT();
  const { setTitle, setDirty } = useTab();
  const [scope, setScope] = useState<Scope>(begun);
  const [note, setNote] = useState('');
  const [kept, setKept] = useState(text);
  const broken = faults.length > 0;
  const keep = async (work: Promise<boolean>): Promise<void> => {
    if (await work) setKept(text);
  };
  useEffect(
    function nameTheTab() {
      setTitle(title);
      setDirty(text !== kept);
    },
    [setTitle, setDirty, title, text, kept],
  );
  return (
    <>
      <header className="m-record-head">
        <h1>{title}</h1>
        <span className="m-quiet m-mono">{maskKey}</span>
        <div className="m-head-actions">
          {children}
          <AtFoot>
            <Button loading={versionCalls.busy} disabled={broken} onClick={() => void keep(versionCalls.draft(scope, note))}>
              {t('editor.draft')}
            </Button>
            <Button
              type="primary"
              loading={versionCalls.busy}
              disabled={broken}
              onClick={() => void keep(versionCalls.publish(scope, note))}
            >
              {t('editor.publish')}
            </Button>
          </AtFoot>
        </div>
      </header>
      <div className="m-toolbar">
        <ScopeInput scope={scope} onChange={setScope} />
        <label className="m-stack m-note">
          <span className="m-quiet">{t('editor.note')}</span>
          <input className="m-input" maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
      </div>
    </>
  );
}

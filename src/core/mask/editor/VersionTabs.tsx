import Button from 'antd/es/button';
import { useState } from 'react';
import { formatInstant } from '../../../providers/format.ts';
import { titleOf, useMany } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import { PageTable } from '../PageTable.tsx';
import { differences } from './diff.ts';
import type { Scope, Version } from './masks.ts';

function ScopeText({ scope }: { scope: Scope }) {
  const t = useMaskT();
  const [merchant] = useMany('merchants', scope.merchantId ? [scope.merchantId] : []).data ?? [];
  const parts = [scope.role ?? '', scope.merchantId ? (merchant ? titleOf(merchant) : scope.merchantId) : ''].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : t('editor.everybody');
}

type VersionsProps = {
  versions: readonly Version[];
  busy: boolean;
  onLoad: (version: Version) => void;
  onPublish: (version: Version) => void;
  onRollBack: (version: Version) => void;
  /** Takes the live version back, so that the screen is as before its first publication. */
  onWithdraw: (version: Version) => void;
};

export function VersionsTab({ versions, busy, onLoad, onPublish, onRollBack, onWithdraw }: VersionsProps) {
  const t = useMaskT();
  if (versions.length === 0) return <p className="m-quiet">{t('history.none')}</p>;
  return (
    <PageTable
      label={t('editor.tab.versions')}
      columns={['editor.version', 'editor.stateLabel', 'editor.scope', 'editor.author', 'editor.at', 'editor.note', 'actions'].map(
        (key) => ({ label: t(key) }),
      )}
    >
      {versions.map((version) => (
        <tr key={version.id}>
          <td className="m-figures">{version.version}</td>
          <td>{t(`editor.state.${version.state}`)}</td>
          <td>
            <ScopeText scope={version.scope} />
          </td>
          <td>{version.author}</td>
          <td className="m-figures">{formatInstant(version.at)}</td>
          <td>{version.note}</td>
          <td>
            <Button size="small" onClick={() => onLoad(version)}>
              {t('editor.load')}
            </Button>
            {version.state === 'draft' ? (
              <Button size="small" type="primary" loading={busy} onClick={() => onPublish(version)}>
                {t('editor.publish')}
              </Button>
            ) : null}
            {version.state === 'live' ? (
              <Button size="small" loading={busy} onClick={() => onWithdraw(version)}>
                {t('editor.withdraw')}
              </Button>
            ) : null}
            {version.state === 'old' ? (
              <Button size="small" loading={busy} onClick={() => onRollBack(version)}>
                {t('editor.rollback')}
              </Button>
            ) : null}
          </td>
        </tr>
      ))}
    </PageTable>
  );
}

const shown = (value: unknown): string => (value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value, null, 1));

export function DiffTab({ definition, builtIn, versions }: { definition: unknown; builtIn: unknown; versions: readonly Version[] }) {
  const t = useMaskT();
  const live = versions.find((version) => version.state === 'live');
  const [against, setAgainst] = useState<'builtin' | 'live'>(live ? 'live' : 'builtin');
  const base = against === 'live' && live ? live.definition : builtIn;
  const found = differences(base, definition);
  return (
    <div className="m-stack">
      <label className="m-inline">
        {t('editor.against')}
        <select className="m-select" value={against} onChange={(event) => setAgainst(event.target.value === 'live' ? 'live' : 'builtin')}>
          <option value="builtin">{t('editor.builtin')}</option>
          {live ? <option value="live">{t('editor.live')}</option> : null}
        </select>
      </label>
      {found.length === 0 ? <p className="m-quiet">{t('editor.same')}</p> : null}
      <dl className="m-diff">
        {found.map((difference) => (
          <div key={difference.path}>
            <dt className="m-mono">{difference.path}</dt>
            <dd className="m-mono">
              <del>{shown(difference.before)}</del> → <ins>{shown(difference.after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

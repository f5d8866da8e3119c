import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Mask } from '#contract/mask';
import { useTab } from '../../layout/tab.ts';
import { showNotice } from '../../providers/feedback.ts';
import { useInvalidate } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { useRuleText } from '../record/FieldRow.tsx';
import { examined } from './examine.ts';
import { MaskIndexPage } from './MaskIndexPage.tsx';
import * as masks from './masks.ts';
import { ColumnsTab, FieldsTab, FiltersTab, SectionsTab } from './PartTabs.tsx';
import { Preview } from './Preview.tsx';
import { ScopeInput } from './ScopeInput.tsx';
import { useEditor } from './use-editor.ts';
import { DiffTab, VersionsTab } from './VersionTabs.tsx';
import '../inputs/inputs.css';
import '../kinds/values.css';
import '../mask.css';
import '../record/record.css';
import './editor.css';

const TABS = ['fields', 'columns', 'filters', 'form', 'show', 'json', 'diff', 'versions'] as const;
type TabName = (typeof TABS)[number];

function Faults({ faults }: { faults: readonly masks.Fault[] }) {
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

type Editing = ReturnType<typeof useEditor>;

function Part({ tab, editing }: { tab: TabName; editing: Editing }) {
  const t = useMaskT();
  const { mask, setMask } = editing;
  if (tab === 'json') {
    return (
      <textarea
        className="m-input m-mono m-json"
        aria-label={t('editor.tab.json')}
        spellCheck={false}
        value={editing.text}
        onChange={(event) => editing.setText(event.target.value)}
      />
    );
  }
  if (!mask) return null;
  switch (tab) {
    case 'fields':
      return <FieldsTab mask={mask} onChange={setMask} />;
    case 'columns':
      return <ColumnsTab mask={mask} onChange={setMask} />;
    case 'filters':
      return <FiltersTab mask={mask} onChange={setMask} />;
    case 'form':
    case 'show':
      return <SectionsTab mask={mask} part={tab} onChange={setMask} />;
    default:
      return null;
  }
}

/** Work on versions: each call says its own failure; a fault of the definition comes back with its place. */
function useWorkshop(mask: Mask, editing: Editing) {
  const t = useMaskT();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const doing = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      await invalidate('masken');
      showNotice({ kind: 'success', title: t(done) });
      return true;
    } catch (error) {
      editing.tell(masks.faultsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const body = (scope: masks.Scope, note: string) => ({ key: mask.key, scope, definition: editing.definition, note });
  return {
    busy,
    draft: (scope: masks.Scope, note: string) => doing(() => masks.saveDraft(body(scope, note)), 'editor.draftSaved'),
    publish: (scope: masks.Scope, note: string) =>
      doing(async () => masks.publish((await masks.saveDraft(body(scope, note))).id), 'editor.published'),
    publishVersion: (version: masks.Version) => doing(() => masks.publish(version.id), 'editor.published'),
    rollBack: (version: masks.Version) => doing(() => masks.rollBack(version.id), 'editor.published'),
  };
}

function Editor({ builtIn, versions }: { builtIn: Mask; versions: readonly masks.Version[] }) {
  const t = useMaskT();
  const text = useText();
  const { setTitle, setDirty } = useTab();
  const live = versions.find((version) => version.state === 'live');
  const [started] = useState(() => (live ? examined(live.definition).mask : null) ?? builtIn);
  const editing = useEditor(started);
  const workshop = useWorkshop(builtIn, editing);
  const [tab, setTab] = useState<TabName>('fields');
  const [scope, setScope] = useState<masks.Scope>(live?.scope ?? {});
  const [note, setNote] = useState('');
  const [kept, setKept] = useState(editing.text);
  const keep = async (work: Promise<boolean>): Promise<void> => {
    if (await work) setKept(editing.text);
  };
  const title = t('editor.title', { title: text(builtIn.title) });
  const broken = editing.faults.length > 0;
  const whole = tab === 'versions' || tab === 'diff';
  useEffect(
    function nameTheTab() {
      setTitle(title);
      setDirty(editing.text !== kept);
    },
    [setTitle, setDirty, title, editing.text, kept],
  );
  return (
    <article className="m-record" aria-label={title}>
      <header className="m-record-head">
        <h1>{title}</h1>
        <span className="m-quiet m-mono">{builtIn.key}</span>
        <span className="m-spring" />
        <Button loading={workshop.busy} disabled={broken} onClick={() => void keep(workshop.draft(scope, note))}>
          {t('editor.draft')}
        </Button>
        <Button type="primary" loading={workshop.busy} disabled={broken} onClick={() => void keep(workshop.publish(scope, note))}>
          {t('editor.publish')}
        </Button>
      </header>
      <div className="m-toolbar">
        <ScopeInput scope={scope} onChange={setScope} />
        <label className="m-stack m-note">
          <span className="m-quiet">{t('editor.note')}</span>
          <input className="m-input" maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
      </div>
      <Faults faults={editing.faults} />
      <div className="m-tabs" role="tablist" aria-label={title}>
        {TABS.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {t(`editor.tab.${name}`)}
          </button>
        ))}
      </div>
      <div className={whole ? 'm-editor m-editor-whole' : 'm-editor'}>
        <div className="m-editor-part">
          {tab === 'versions' ? (
            <VersionsTab
              versions={versions}
              busy={workshop.busy}
              onLoad={(version) => editing.load(version.definition)}
              onPublish={(version) => void workshop.publishVersion(version)}
              onRollBack={(version) => void workshop.rollBack(version)}
            />
          ) : tab === 'diff' ? (
            <DiffTab definition={editing.definition} builtIn={builtIn} versions={versions} />
          ) : (
            <Part tab={tab} editing={editing} />
          )}
        </div>
        {whole ? null : <Preview mask={editing.sound} />}
      </div>
    </article>
  );
}

export function MaskEditorPage() {
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const builtIn = masks.useBuiltIn(key);
  const versions = masks.useVersions(key);
  if (key === '') return <MaskIndexPage />;
  if (builtIn.isError && !builtIn.data) return <LoadError error={builtIn.error} onRetry={() => void builtIn.refetch()} />;
  if (versions.isError && !versions.data) return <LoadError error={versions.error} onRetry={() => void versions.refetch()} />;
  if (!builtIn.data || !versions.data) return <ListSkeleton rows={6} />;
  return <Editor key={key} builtIn={builtIn.data} versions={versions.data} />;
}

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { lazyPart } from '../../../providers/chunks.ts';
import { useMaskT, useText } from '../field-context.ts';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { EditorFrame } from './EditorFrame.tsx';
import { examined } from './examine.ts';
import { MaskIndexPage } from './MaskIndexPage.tsx';
import * as masks from './masks.ts';
import { ColumnsTab, FieldsTab, FiltersTab, SectionsTab } from './PartTabs.tsx';
import { Preview } from './Preview.tsx';
import { useEditor } from './use-editor.ts';
import { useVersionCalls } from './use-version-calls.ts';
import { DiffTab, VersionsTab } from './VersionTabs.tsx';
import '../inputs/inputs.css';
import '../kinds/values.css';
import '../mask.css';
import '../record/record.css';
import './editor.css';

const TABS = ['fields', 'columns', 'filters', 'form', 'show', 'json', 'diff', 'versions'] as const;
type TabName = (typeof TABS)[number];

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

function Editor({ builtIn, versions }: { builtIn: Mask; versions: readonly masks.Version[] }) {
  const t = useMaskT();
  const text = useText();
  const live = versions.find((version) => version.state === 'live');
  const [started] = useState(() => (live ? examined(live.definition).mask : null) ?? builtIn);
  const editing = useEditor(started);
  const versionCalls = useVersionCalls(builtIn.key, editing);
  const [tab, setTab] = useState<TabName>('fields');
  const title = t('editor.title', { title: text(builtIn.title) });
  const whole = tab === 'versions' || tab === 'diff';
  return (
    <EditorFrame
      title={title}
      maskKey={builtIn.key}
      versions={versions}
      versionCalls={versionCalls}
      editing={editing}
      tabs={TABS.map((name) => [name, t(`editor.tab.${name}`)] as const)}
      tab={tab}
      onTab={setTab}
    >
      <div className={whole ? 'm-editor m-editor-whole' : 'm-editor'}>
        <div className="m-editor-part">
          {tab === 'versions' ? (
            <VersionsTab
              versions={versions}
              busy={versionCalls.busy}
              onLoad={(version) => editing.load(version.definition)}
              onPublish={(version) => void versionCalls.publishVersion(version)}
              onRollBack={(version) => void versionCalls.rollBack(version)}
              onWithdraw={(version) => void versionCalls.withdraw(version)}
            />
          ) : tab === 'diff' ? (
            <DiffTab definition={editing.definition} builtIn={builtIn} versions={versions} />
          ) : (
            <Part tab={tab} editing={editing} />
          )}
        </div>
        {whole ? null : <Preview mask={editing.sound} />}
      </div>
    </EditorFrame>
  );
}

const LayoutEditor = lazyPart(async () => (await import('../../../print/editor/LayoutEditor.tsx')).LayoutEditor);

/**
 * Edits the mask of a screen, or the layout of a label or document, named by `?key=` or `?q=` (as in the server's call). Without one, shows
 * the list.
 */
export function MaskEditorPage() {
  const [params] = useSearchParams();
  const key = params.get('key') ?? params.get('q') ?? '';
  const builtIn = masks.useBuiltIn(key);
  const versions = masks.useVersions(key);
  if (key === '') return <MaskIndexPage />;
  if (builtIn.isError && !builtIn.data) return <LoadError error={builtIn.error} onRetry={() => void builtIn.refetch()} />;
  if (versions.isError && !versions.data) return <LoadError error={versions.error} onRetry={() => void versions.refetch()} />;
  if (!builtIn.data || !versions.data) return <ListSkeleton rows={6} />;
  if ('layout' in builtIn.data) return <LayoutEditor key={key} builtIn={builtIn.data} versions={versions.data} />;
  return <Editor key={key} builtIn={builtIn.data} versions={versions.data} />;
}

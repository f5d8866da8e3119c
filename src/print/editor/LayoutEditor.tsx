import Button from 'antd/es/button';
import { type KeyboardEvent, useState } from 'react';
import type { PrintMask } from '#contract/printing/mask';
import { EditorFrame } from '../../core/mask/editor/EditorFrame.tsx';
import type { Version } from '../../core/mask/editor/masks.ts';
import { useVersionCalls } from '../../core/mask/editor/use-version-calls.ts';
import { DiffTab, VersionsTab } from '../../core/mask/editor/VersionTabs.tsx';
import { useText } from '../../core/mask/field-context.ts';
import { useT } from '../../providers/i18n.ts';
import { examinedLayout } from './examine.ts';
import { useLayoutEditor } from './use-layout.ts';
import { Workbench } from './Workbench.tsx';
import './print-editor.css';
import './fields.css';

const TABS = [
  ['layout', 'printEditor.layout'],
  ['json', 'mask.editor.tab.json'],
  ['diff', 'mask.editor.tab.diff'],
  ['versions', 'mask.editor.tab.versions'],
] as const;
type TabName = (typeof TABS)[number][0];

/** Edits the layout of a label or document, with the same drafts, publishing, differences and versions as a screen's mask. */
export function LayoutEditor({ builtIn, versions }: { builtIn: PrintMask; versions: readonly Version[] }) {
  const t = useT();
  const text = useText();
  const live = versions.find((version) => version.state === 'live');
  const [started] = useState(() => (live ? examinedLayout(live.definition).mask : null) ?? builtIn);
  const editing = useLayoutEditor(started);
  const versionCalls = useVersionCalls(builtIn.key, editing);
  const [tab, setTab] = useState<TabName>('layout');
  const title = t('printEditor.title', { title: text(builtIn.title) });
  const onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) editing.redo();
    else editing.undo();
  };
  return (
    <EditorFrame
      title={title}
      maskKey={builtIn.key}
      versions={versions}
      versionCalls={versionCalls}
      editing={editing}
      tabs={TABS.map(([name, key]) => [name, t(key)] as const)}
      tab={tab}
      onTab={setTab}
      className="pe-editor"
      onKeyDown={onKey}
      buttons={
        <>
          <Button disabled={!editing.canUndo} title="Ctrl + Z" onClick={editing.undo}>
            {t('printEditor.undo')}
          </Button>
          <Button disabled={!editing.canRedo} title="Ctrl + Shift + Z" onClick={editing.redo}>
            {t('printEditor.redo')}
          </Button>
        </>
      }
    >
      {tab === 'layout' ? <Workbench editing={editing} /> : null}
      {tab === 'json' ? (
        <textarea
          className="m-input m-mono m-json"
          aria-label={t('mask.editor.tab.json')}
          spellCheck={false}
          value={editing.text}
          onChange={(event) => editing.type(event.target.value)}
        />
      ) : null}
      {tab === 'diff' ? (
        <div className="m-editor-part">
          <DiffTab definition={editing.definition} builtIn={builtIn} versions={versions} />
        </div>
      ) : null}
      {tab === 'versions' ? (
        <div className="m-editor-part">
          <VersionsTab
            versions={versions}
            busy={versionCalls.busy}
            onLoad={(version) => {
              editing.load(version.definition);
              setTab('layout');
            }}
            onPublish={(version) => void versionCalls.publishVersion(version)}
            onRollBack={(version) => void versionCalls.rollBack(version)}
            onWithdraw={(version) => void versionCalls.withdraw(version)}
          />
        </div>
      ) : null}
    </EditorFrame>
  );
}

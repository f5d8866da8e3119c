import type { KeyboardEvent, ReactNode } from 'react';
import { WithFoot } from '../record/AtFoot.tsx';
import { EditorHead, Faults } from './EditorHead.tsx';
import type { Version } from './masks.ts';
import type { VersionCalls } from './use-version-calls.ts';

type Props<Tab extends string> = {
  title: string;
  maskKey: string;
  versions: readonly Version[];
  versionCalls: VersionCalls;
  editing: Pick<Parameters<typeof EditorHead>[0], 'faults' | 'text'>;
  /** Tabs with their labels, in order. */
  tabs: readonly (readonly [Tab, string])[];
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** More buttons in the head. */
  buttons?: ReactNode;
  className?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
};

/** The page on which a mask or a layout is edited: head with drafts and publishing, faults, and tabs. */
export function EditorFrame<Tab extends string>(props: Props<Tab>) {
  const { title, maskKey, versions, versionCalls, editing, tabs, tab, onTab, buttons, className, onKeyDown, children } = props;
  const scope = versions.find(({ state }) => state === 'live')?.scope ?? {};
  return (
    <article className={className ? `m-record ${className}` : 'm-record'} aria-label={title} onKeyDown={onKeyDown}>
      <WithFoot>
        <EditorHead title={title} maskKey={maskKey} scope={scope} versionCalls={versionCalls} faults={editing.faults} text={editing.text}>
          {buttons}
        </EditorHead>
        <Faults faults={editing.faults} />
        <div className="m-tabs" role="tablist" aria-label={title}>
          {tabs.map(([name, label]) => (
            <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => onTab(name)}>
              {label}
            </button>
          ))}
        </div>
        {children}
      </WithFoot>
    </article>
  );
}

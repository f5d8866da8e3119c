import Button from 'antd/es/button';
import { createElement, type ReactNode } from 'react';
import type { Mask } from '#contract/core/mask';
import { FavouriteStar } from '../../../layout/FavouriteStar.tsx';
import { Icon } from '../../../layout/icons.tsx';
import { useMaskT, useText } from '../field-context.ts';
import { listHead } from '../parts.ts';
import type { Action } from './actions.ts';

/** The button that adds something to the list. `icon`: it is another action of the list, so its words stay on a phone. */
export type CreateButton = { label: string; run: () => void; icon?: string };

type Props = {
  mask: Mask;
  path: string;
  title: string;
  /** The rows are there. Parts of the area wait for them. */
  ready: boolean;
  create: CreateButton | null;
  actions: readonly Action[];
  onAction: (action: Action) => void;
  onImport: (() => void) | null;
  onExport: (() => void) | null;
};

const QuietButton = ({ icon, onClick, children }: { icon: string; onClick: () => void; children: ReactNode }) => (
  <Button type="text" className="l-quiet l-office" icon={<Icon name={icon} />} onClick={onClick}>
    {children}
  </Button>
);

/** Title of a list, its transfer of files, its own actions, and the one filled button. */
export function ListHead({ mask, path, title, ready, create, actions, onAction, onImport, onExport }: Props) {
  const t = useMaskT();
  const text = useText();
  const head = listHead(mask.area);
  return (
    <header className="m-list-head l-head">
      <h1>{title}</h1>
      <FavouriteStar path={path} />
      {/* After the first rows, so that they do not wait for this. */}
      {head && ready ? <div className="l-extra">{createElement(head)}</div> : null}
      <span className="m-spring" />
      {onImport ? (
        <QuietButton icon="upload" onClick={onImport}>
          {t('import.open')}
        </QuietButton>
      ) : null}
      {onExport ? (
        <QuietButton icon="download" onClick={onExport}>
          {t('export.open')}
        </QuietButton>
      ) : null}
      {actions.map((action) => (
        <Button key={action.key} danger={action.danger} onClick={() => onAction(action)}>
          {text(action.label)}
        </Button>
      ))}
      {create ? (
        <Button
          type="primary"
          className={create.icon ? 'l-create l-worded' : 'l-create'}
          icon={<Icon name={create.icon ?? 'plus'} />}
          onClick={create.run}
          aria-keyshortcuts="n"
        >
          {create.label}
        </Button>
      ) : null}
    </header>
  );
}

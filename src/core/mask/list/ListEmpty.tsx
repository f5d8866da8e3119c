import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useMaskT, useText } from '../field-context.ts';
import { HiddenRows } from './HiddenRows.tsx';
import type { CreateButton } from './ListHead.tsx';
import type { ListState } from './url-state.ts';

type Props = {
  mask: Mask;
  state: ListState;
  /** Shows open work without filters other than the screen's own. */
  waiting: boolean;
  onClear: () => void;
  create: CreateButton | null;
  onImport: (() => void) | null;
  title: string;
};

/** The empty state. Without a filter it explains the area and offers the first step, with a filter it says what the filter hides. */
export default function ListEmpty({ mask, state, waiting, onClear, create, onImport, title }: Props) {
  const { trash } = state;
  const filtered = state.search !== '' || state.filters.length > 0;
  const t = useMaskT();
  const text = useT();
  const wording = useText();
  if (filtered && !waiting) return <HiddenRows mask={mask} state={state} onClear={onClear} />;
  if (filtered) {
    return (
      <div className="m-empty" role="status">
        <p className="m-empty-title">{t('empty.waiting')}</p>
        <Button onClick={onClear}>{t('empty.showAll')}</Button>
      </div>
    );
  }
  if (waiting && !create && !onImport && !mask.emptyText)
    return (
      <div className="m-empty" role="status">
        <p className="m-empty-title">{t('empty.waiting')}</p>
      </div>
    );
  return (
    <div className="m-empty" role="status">
      <span className="m-empty-icon">
        <Icon name={trash ? 'delete' : (mask.icon ?? 'inbox')} />
      </span>
      <p className="m-empty-title">{trash ? t('empty.trash') : t('empty.none', { title })}</p>
      {trash ? null : <p className="m-quiet">{mask.emptyText ? wording(mask.emptyText) : text(`${mask.area}.empty`)}</p>}
      {trash ? null : (
        <div className="m-actions">
          {onImport ? (
            <Button icon={<Icon name="upload" />} onClick={onImport}>
              {t('import.open')}
            </Button>
          ) : null}
          {create ? (
            <Button type="primary" icon={<Icon name="plus" />} onClick={create.run}>
              {create.label}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

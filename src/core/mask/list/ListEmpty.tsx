import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useMaskT } from '../field-context.ts';
import type { CreateButton } from './ListHead.tsx';

type Props = {
  mask: Mask;
  filtered: boolean;
  /** Shows open work without filters other than the screen's own. */
  waiting: boolean;
  trash: boolean;
  onClear: () => void;
  create: CreateButton | null;
  onImport: (() => void) | null;
  title: string;
};

/** The empty state. Without a filter it explains the area and offers the first step, with a filter it offers to clear it. */
export default function ListEmpty({ mask, filtered, waiting, trash, onClear, create, onImport, title }: Props) {
  const t = useMaskT();
  const text = useT();
  if (filtered) {
    return (
      <div className="m-empty" role="status">
        <p className="m-empty-title">{t(waiting ? 'empty.waiting' : 'empty.filtered')}</p>
        <Button onClick={onClear}>{t(waiting ? 'empty.showAll' : 'empty.clear')}</Button>
      </div>
    );
  }
  if (waiting && !create && !onImport)
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
      {trash ? null : <p className="m-quiet">{text(`${mask.area}.empty`)}</p>}
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

import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown/dropdown';
import { createElement } from 'react';
import type { Mask } from '#contract/core/mask';
import { useMaskT, useText } from '../field-context.ts';
import { fileAddress } from '../kinds/file.tsx';
import type { Row } from '../kinds/kind.ts';
import { Whole } from '../kinds/Whole.tsx';
import { type Action, applies } from '../list/actions.ts';
import { isPrint, PrintMenu } from '../list/PrintMenu.tsx';
import type { ListActions } from '../list/use-actions.tsx';
import type { MenuEntry, RecordParts } from '../parts.ts';
import { usePhone } from '../use-room.ts';
import { AtFoot } from './AtFoot.tsx';
import type { Next } from './read/next-step.ts';
import { StatusOf } from './StatusOf.tsx';

/** Buttons beside "more". The others are in its menu. */
const BUTTONS = 3;

/** Characters of a button that stands beside two others on a phone. */
const SHORT = 22;

type Editing = { busy: boolean; onDiscard: () => void; onSave: () => void };
type Props = {
  mask: Mask;
  row: Row;
  path: string;
  title: string;
  parts: RecordParts | undefined;
  next: Next | null;
  actions: ListActions;
  /** The form has changes that are not saved. */
  dirty: boolean;
  isNew: boolean;
  onEdit: (() => void) | null;
  editing: Editing | null;
};

/**
 * The actions that this record allows now: the mask's own as buttons, the general ones in the menu. On a phone one short one beside Edit, so
 * that they have one row.
 */
function fittingActions(
  { row, parts, next, actions, onEdit }: Props,
  phone: boolean,
  isShort: (action: Action) => boolean,
): { buttons: Action[]; menu: Action[] } {
  const fits = (action: Action): boolean =>
    applies(action, [row]) &&
    (!isPrint(action) || phone) &&
    next?.action !== action &&
    (parts?.Actions === undefined || action.kind !== 'mask' || parts.leaves?.(action.spec) === true);
  const fitting = actions.row.filter(fits);
  const own = fitting.filter(
    (action) => action.kind === 'mask' && !action.danger && !action.spec.inMenu && !(phone && isPrint(action) && onEdit),
  );
  const buttons = phone && onEdit ? own.slice(0, parts?.Actions ? 0 : 1).filter(isShort) : own.slice(0, BUTTONS - 1);
  return { buttons, menu: fitting.filter((action) => !buttons.includes(action)) };
}

/** The picture of a record, if its area has pictures. */
function Picture({ mask, row }: { mask: Mask; row: Row }) {
  const name = Object.keys(mask.fields).find((field) => mask.fields[field]?.kind === 'image');
  const address = name === undefined ? null : fileAddress(row[name]);
  return address ? <img className="m-head-picture" src={address} alt="" decoding="async" /> : null;
}

function MoreMenu({ entries, disabled }: { entries: readonly MenuEntry[]; disabled: boolean }) {
  const t = useMaskT();
  if (entries.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      disabled={disabled}
      menu={{
        items: entries.map(({ key, label, danger }) => ({ key, label, danger })),
        onClick: ({ key }) => entries.find((entry) => entry.key === key)?.run(),
      }}
    >
      <Button aria-label={t('record.more')} aria-haspopup="menu" title={disabled ? t('record.saveFirst') : undefined}>
        ⋯
      </Button>
    </Dropdown>
  );
}

/** Title, status and actions of a record. Editing, it has the form's buttons instead, which stand at the foot of a phone. */
export function RecordHead(props: Props) {
  const { mask, row, path, title, parts, actions, dirty, isNew, onEdit, editing } = props;
  const t = useMaskT();
  const text = useText();
  const phone = usePhone();
  const { buttons, menu } = fittingActions(props, phone, (action) => text(action.label).length <= SHORT);
  const entries = menu.map(
    (action): MenuEntry => ({
      key: action.key,
      label: text(action.label),
      danger: action.danger,
      run: () => actions.run(action, [row]),
    }),
  );
  return (
    <header className="m-record-head">
      <Picture mask={mask} row={row} />
      <h1 title={title}>
        <Whole text={title} />
      </h1>
      <StatusOf mask={mask} row={row} />
      {parts?.Badge ? createElement(parts.Badge, { mask, row, path }) : null}
      <div className="m-head-actions">
        {editing ? (
          <AtFoot>
            <Button onClick={editing.onDiscard}>{t(dirty ? 'discard' : 'cancel')}</Button>
            <Button
              type="primary"
              loading={editing.busy}
              disabled={!dirty && !isNew}
              onClick={editing.onSave}
              aria-keyshortcuts="Control+S"
            >
              {t('save')}
            </Button>
          </AtFoot>
        ) : (
          <>
            {phone ? null : <PrintMenu actions={actions.row} rows={[row]} run={actions.run} />}
            {parts?.Actions ? createElement(parts.Actions, { mask, row, path, disabled: dirty, more: entries }) : null}
            {buttons.map((action) => (
              <Button key={action.key} onClick={() => actions.run(action, [row])}>
                {text(action.label)}
              </Button>
            ))}
            {parts?.Actions ? null : <MoreMenu entries={entries} disabled={dirty} />}
            {onEdit ? <Button onClick={onEdit}>{t('edit')}</Button> : null}
          </>
        )}
      </div>
    </header>
  );
}

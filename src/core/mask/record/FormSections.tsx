import { createElement, type KeyboardEvent, useCallback } from 'react';
import type { FieldSpec, Mask, Text } from '#contract/core/mask';
import { useFields, useText } from '../field-context.ts';
import { asText } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';
import { formNote } from '../parts.ts';
import { FieldRow } from './FieldRow.tsx';
import { current, type FormState, type FormStore, type Unread } from './form-store.ts';
import { type Member, OneOfRow } from './OneOfRow.tsx';
import { GROUP_SPAN, rowSpans, spanOf, spanStyle } from './spans.ts';
import { isOwner } from './start-values.ts';
import { type FormMode, isWritable, visibleFields } from './validate.ts';

/** Enter moves to the next field. It inserts a line in multi-line text and presses buttons. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const target = event.target;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.getAttribute('aria-expanded') === 'true') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not([type=file]):not(:disabled),textarea:not(:disabled)')];
  stops[stops.indexOf(target) + 1]?.focus();
}

type Group = { label: Text; help?: Text | undefined; members: [Member, ...Member[]] };

/**
 * The group of references that stands in the place of this field: at its first visible member. The other members are shown by it (`later`).
 * A group of one member is an ordinary field.
 */
function groupOf(mask: Mask, names: readonly string[], name: string, mode: FormMode): Group | 'later' | null {
  const group = mask.oneOf?.find(({ fields }) => fields.includes(name));
  if (!group) return null;
  const members = names.flatMap((one): Member[] => {
    const spec = mask.fields[one];
    return spec?.kind === 'reference' && group.fields.includes(one) && isWritable(spec, mode) ? [{ name: one, spec }] : [];
  });
  const [first, ...others] = members;
  if (!first || others.length === 0) return null;
  return first.name === name ? { label: group.label, help: group.help, members: [first, ...others] } : 'later';
}

type Item = { name: string; spec: FieldSpec; group: Group | null };

/** What a section shows, in its order. Fields set by the server are hidden for a new record. */
const itemsOf = (mask: Mask, names: readonly string[], mode: FormMode): Item[] =>
  names.flatMap((name) => {
    const spec = mask.fields[name];
    if (!spec || (mode === 'new' && !isWritable(spec, mode))) return [];
    const group = groupOf(mask, names, name, mode);
    return group === 'later' ? [] : [{ name, spec, group }];
  });

type Props = { mask: Mask; mode: FormMode; formId: string; store: FormStore; state: FormState };

export function FormSections({ mask, mode, formId, store, state }: Props) {
  const text = useText();
  const field = useFields();
  const row = current(state);
  const note = formNote(mask.area);
  const onUnread = useCallback((name: string, unread: Unread) => store.setUnread(name, unread), [store]);
  return (
    <form id={formId} className="m-form" noValidate onKeyDown={goOn} onSubmit={(event) => event.preventDefault()}>
      {(mask.form?.sections ?? []).map((section) => {
        const names = visibleFields(mask, section, row).filter((name) => !isOwner(name));
        const items = itemsOf(mask, names, mode);
        if (items.length === 0) return null;
        const spans = rowSpans(items.map(({ spec, group }) => (group ? GROUP_SPAN : spanOf(spec))));
        return (
          <fieldset key={section.key} className="m-section">
            <legend>{text(section.label)}</legend>
            {items.map(({ name, spec, group }, at) => {
              const span = spans[at];
              if (group)
                return (
                  <OneOfRow
                    key={name}
                    span={span}
                    label={group.label}
                    help={group.help}
                    members={group.members}
                    row={row}
                    formId={formId}
                    errors={state.errors.filter(({ path }) => group.members.some((member) => member.name === path))}
                    onChange={store.set}
                    onLabels={store.note}
                  />
                );
              if (!isWritable(spec, mode))
                return (
                  <div key={name} className="m-field" data-span={spanOf(spec)} style={spanStyle(span)}>
                    <span className="m-label">{text(spec.label)}</span>
                    <div className="m-fixed">
                      <Cell value={row[name]} field={field(name, spec, row)} />
                    </div>
                  </div>
                );
              return (
                <FieldRow
                  key={name}
                  name={name}
                  span={span}
                  spec={spec}
                  row={row}
                  formId={formId}
                  errors={state.errors.filter(({ path }) => path === name || path.startsWith(`${name}.`))}
                  unread={state.unread[name]}
                  changed={mode === 'edit' && name in state.changes}
                  onChange={store.set}
                  onUnread={onUnread}
                  onLabels={store.note}
                />
              );
            })}
          </fieldset>
        );
      })}
      {note ? createElement(note, { id: mode === 'new' ? 'new' : asText(row['id']), row }) : null}
    </form>
  );
}

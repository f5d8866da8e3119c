import { type KeyboardEvent, useCallback } from 'react';
import type { Mask } from '#contract/core/mask';
import { useFields, useText } from '../field-context.ts';
import { Cell } from '../kinds/registry.tsx';
import { FieldRow } from './FieldRow.tsx';
import { current, type FormState, type FormStore, type Unread } from './form-store.ts';
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

type Props = { mask: Mask; mode: FormMode; formId: string; store: FormStore; state: FormState };

export function FormSections({ mask, mode, formId, store, state }: Props) {
  const text = useText();
  const field = useFields();
  const row = current(state);
  const onUnread = useCallback((name: string, unread: Unread) => store.setUnread(name, unread), [store]);
  return (
    <form id={formId} className="m-form" noValidate onKeyDown={goOn} onSubmit={(event) => event.preventDefault()}>
      {(mask.form?.sections ?? []).map((section) => {
        const names = visibleFields(mask, section, row);
        if (names.length === 0) return null;
        return (
          <fieldset key={section.key} className="m-section">
            <legend>{text(section.label)}</legend>
            {names.map((name) => {
              const spec = mask.fields[name];
              if (!spec) return null;
              if (!isWritable(spec, mode)) {
                // Fields set by the server are hidden for a new record.
                return mode === 'new' ? null : (
                  <div key={name} className="m-field">
                    <span className="m-label">{text(spec.label)}</span>
                    <div className="m-fixed">
                      <Cell value={row[name]} field={field(name, spec, row)} />
                    </div>
                  </div>
                );
              }
              return (
                <FieldRow
                  key={name}
                  name={name}
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
    </form>
  );
}

import { useLayoutEffect, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { SetupStep } from '#contract/settings/setup';
import type { Row } from '../../core/mask/kinds/kind.ts';
import { fieldFaults } from '../../core/mask/record/validate.ts';
import { fieldErrors, isCallError } from '../../providers/call-error.ts';
import { createDrafts } from './drafts.ts';

const drafts = createDrafts<Row>();

/**
 * Moves to the first field that is wrong, together with the marks of the faults: a frame later, somebody who types already would find the rest
 * of their text in another field.
 */
function useFocusFault(): () => void {
  const [times, setTimes] = useState(0);
  useLayoutEffect(
    function focusFirst() {
      if (times > 0) document.querySelector<HTMLElement>('.su-step [aria-invalid="true"]')?.focus();
    },
    [times],
  );
  return () => setTimes((before) => before + 1);
}

/** Values and errors of the fields of a step. `save` checks what is required, sends, and shows the server's refusals at their fields. */
export function useStepForm(step: SetupStep, start: Row) {
  const draft = drafts.get(step);
  const [values, setValues] = useState<Row>(draft ?? start);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [dirty, setDirty] = useState(draft !== undefined);
  const [busy, setBusy] = useState(false);
  const focusFault = useFocusFault();

  const save = async (fields: Readonly<Record<string, FieldSpec>>, send: () => Promise<void>, placed = (error: FieldError) => error) => {
    const faults = fieldFaults(fields, values);
    setErrors(faults);
    if (faults.length > 0) return focusFault();
    setBusy(true);
    try {
      await send();
      drafts.delete(step);
      setDirty(false);
    } catch (error) {
      if (!isCallError(error)) throw error;
      setErrors(fieldErrors(error).map(placed));
      focusFault();
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    errors,
    dirty,
    busy,
    save,
    change: (next: Row): void => {
      drafts.set(step, next);
      setValues(next);
      setDirty(true);
      // An error goes when its field is changed.
      setErrors(errors.filter(({ path }) => next[path] === values[path]));
    },
    reset: (next: Row): void => {
      setValues(next);
      setErrors([]);
      setDirty(false);
    },
  };
}

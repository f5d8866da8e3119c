import { describe, expect, it } from 'vitest';
import { AREAS } from '../../server/modules/index.ts';

/** Fields of JSON that a form edits by parts. A setting's value is edited as the text, number, list or yes and no that it is. */
const EDITED_BY_ITS_VALUE = ['settings.value'];

const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
/** What somebody fills in: fields of forms, columns of their lines, and what actions ask for. */
const asked = masks.flatMap((mask) => {
  const inForm = (mask.form?.sections ?? []).flatMap(({ fields }) =>
    fields.flatMap((name) => Object.entries(mask.fields).filter(([one]) => one === name)),
  );
  const ofActions = (mask.actions ?? []).flatMap(({ ask }) => Object.entries(ask ?? {}));
  return [...inForm, ...ofActions].map(([name, spec]) => ({ name: `${mask.area}.${name}`, spec }));
});

describe('forms', () => {
  it('ask nobody for JSON: what has parts is edited by its parts', () => {
    expect(asked.length).toBeGreaterThan(500);
    const typed = asked.filter(({ spec }) => spec.kind === 'json' && spec.pairs === undefined).map(({ name }) => name);
    expect([...new Set(typed)]).toEqual(EDITED_BY_ITS_VALUE);
  });
});

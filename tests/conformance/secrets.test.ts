import { describe, expect, it } from 'vitest';
import { AREAS } from '../../server/modules/index.ts';

/** Passwords and keys that people type into the dialogs of masks. */

const SECRET = /password|passphrase|secret/i;
const asked = [...AREAS.values()].flatMap(({ area, masks }) =>
  masks.flatMap(({ actions = [] }) =>
    actions.flatMap(({ key, ask = {} }) =>
      Object.entries(ask).map(([name, spec]) => ({ place: `${area.name}.${key}.${name}`, name, kind: spec.kind })),
    ),
  ),
);

describe('a dialog', () => {
  it('asks for passwords and secrets with an input that hides them', () => {
    const secrets = asked.filter(({ name }) => SECRET.test(name));
    expect(secrets.map(({ place }) => place)).toEqual(expect.arrayContaining(['carriers.login.password', 'carriers.client.clientSecret']));
    expect(secrets.filter(({ kind }) => kind !== 'secret')).toEqual([]);
  });
  it('names what is hidden in a list nowhere: a secret is no column', () => {
    const fields = [...AREAS.values()].flatMap(({ masks }) => masks.flatMap((mask) => Object.values(mask.fields)));
    expect(fields.filter(({ kind }) => kind === 'secret')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { fillText, placeholdersOf, ROW_PLACEHOLDERS } from '#contract/core/confirmation';
import { LOCALES } from '#contract/core/limits';
import { CONFIRMATIONS, type Text } from '#contract/core/mask';
import { COMMAND_NAMES, COMMANDS } from '#contract/orders/actions';
import { TASK_TEXTS } from '#contract/orders/texts';
import { AREAS } from '../../server/modules/index.ts';
import { lookUp } from '../support/texts.ts';

const isOfRow = (name: string): boolean => ROW_PLACEHOLDERS.some((one) => one === name);
const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
const asked = masks.flatMap((mask) =>
  (mask.actions ?? [])
    .filter((action) => action.confirm !== undefined || action.confirmText !== undefined || action.danger)
    .map((action) => ({ name: `${mask.key} ${action.key}`, mask, action })),
);
const textsOf = (text: Text | undefined): string[] =>
  LOCALES.map((locale) => (typeof text === 'object' ? text[locale] : text && lookUp(locale, text)) ?? '');

describe('before something happens, the question says what will happen to which row', () => {
  it('confirmations are found', () => {
    expect(asked.length).toBeGreaterThan(20);
  });

  it.each(asked)('$name names values of the row in three languages', ({ mask, action }) => {
    for (const text of textsOf(action.confirmText)) {
      const named = placeholdersOf(text).flat();
      expect(named.length, text).toBeGreaterThan(0);
      // Rows that are asked about together have no value in common: their number and titles are said.
      const known = action.on === 'bulk' ? isOfRow : (name: string) => isOfRow(name) || Object.hasOwn(mask.fields, name);
      expect(named.filter((name) => !known(name))).toEqual([]);
      expect(named.some((name) => name !== 'title')).toBe(true);
    }
  });

  it.each(CONFIRMATIONS)('the common question “%s” names the rows, and says how many there are of several', (name) => {
    for (const text of textsOf(`mask.confirm.${name}.title`)) expect(placeholdersOf(text).flat()).toContain('row');
    for (const text of textsOf('mask.confirm.several')) expect(placeholdersOf(text).flat().sort()).toEqual(['n', 'names']);
  });

  it.each(COMMAND_NAMES.filter((command) => COMMANDS[command].danger))('the command %s of an order names it', (command) => {
    for (const text of textsOf(TASK_TEXTS.confirmation(command))) expect(placeholdersOf(text).flat()).toContain('row');
  });
});

const reported = masks.flatMap((mask) =>
  (mask.actions ?? []).filter((action) => action.done !== undefined).map((action) => ({ name: `${mask.key} ${action.key}`, mask, action })),
);

describe('after something happened, the message says which row it was', () => {
  it('messages are found', () => {
    expect(reported.length).toBeGreaterThan(50);
  });

  it.each(reported.filter(({ action }) => action.on !== 'list'))('$name names the row in three languages', ({ mask, action }) => {
    for (const text of textsOf(action.done)) {
      const named = placeholdersOf(text).flat();
      expect(named.length, text).toBeGreaterThan(0);
      // `title` is the name of the screen, not of the row. `mailTo` is what the call answers.
      expect(named.filter((name) => !['row', 'n', 'mailTo'].includes(name) && !Object.hasOwn(mask.fields, name))).toEqual([]);
      if (action.on === 'bulk') expect(named).toContain('row');
    }
  });

  it('an action of a list, which is about no row, has a message in three languages', () => {
    for (const { name, action } of reported.filter(({ action: { on } }) => on === 'list'))
      for (const text of textsOf(action.done)) expect(text, name).not.toMatch(/^$|^[a-z]+\.[a-z.]+$/);
  });

  it('an action on rows that calls the server has such a message', () => {
    const silent = masks.flatMap((mask) =>
      (mask.actions ?? [])
        .filter((action) => action.call && action.on !== 'list' && !action.print && !action.open && !action.dialog && !action.done)
        .map((action) => `${mask.key} ${action.key}`),
    );
    expect(silent).toEqual([]);
  });

  it.each(COMMAND_NAMES)('the command %s of an order names it', (command) => {
    for (const text of textsOf(TASK_TEXTS.done(command))) expect(placeholdersOf(text).flat()).toContain('row');
  });
});

describe('a text with values of a row', () => {
  it('takes the first of several fields that has a value, and never reads a value as a placeholder', () => {
    expect(placeholdersOf('{{ a }} and {{b|c}}')).toEqual([['a'], ['b', 'c']]);
    expect(fillText('Post to {{b|c}}?', (names) => `{{${names.join()}}}`)).toBe('Post to {{b,c}}?');
  });
});

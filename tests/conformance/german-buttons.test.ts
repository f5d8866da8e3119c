import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '#contract/orders/actions';
import { TASK_TEXTS } from '#contract/orders/texts';
import { AREAS } from '../../server/modules/index.ts';
import { lookUp } from '../support/texts.ts';

/** Letters that fit on one line of a button in half the width of a phone (390 px). A soft hyphen (U+00AD) says where a word may break. */
const FITS = 18;

/** Keys of the texts on buttons that a page draws itself: `<button>…{t('key')}…</button>` and the buttons of a dialog. */
function keysOf(source: string): string[] {
  const buttons = source.match(/<(?:button|Button)\b[\s\S]*?<\/(?:button|Button)>|(?:okText|cancelText)=\{[^\n]*\}/g) ?? [];
  return buttons.flatMap((part) => [...part.matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => key ?? ''));
}
const SRC = join(import.meta.dirname, '../../src');
const drawn = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .flatMap((name) => keysOf(readFileSync(join(SRC, name), 'utf8')));
const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
const declared = masks.flatMap((mask) => [
  ...(mask.actions ?? []).map(({ label }) => label),
  ...(mask.next ?? []).flatMap(({ open }) => (open ? [open.label] : [])),
]);
const commands = COMMAND_NAMES.map((name) => TASK_TEXTS.command(name));
const keys = [...new Set([...drawn, ...commands, ...declared.filter((label) => typeof label === 'string')])];
const wordsOf = (text: string): string[] => text.replaceAll(/\{\{[^}]*\}\}/g, ' ').split(/[\s/()„“.,\u00AD-]+/);

describe('words on German buttons', () => {
  it('buttons are found', () => {
    expect(drawn.length).toBeGreaterThan(150);
    expect(declared.length).toBeGreaterThan(150);
  });

  it('are short enough for a phone, or say where they break', () => {
    const long = keys.flatMap((key) => wordsOf(lookUp('de', key) ?? '').flatMap((word) => (word.length > FITS ? [`${key}: ${word}`] : [])));
    expect(long).toEqual([]);
  });
});

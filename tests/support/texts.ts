import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#contract/core/limits';
import type { ActionSpec, FieldSpec, Mask, Text } from '#contract/core/mask';

const FOLDER = join(import.meta.dirname, '../../public/locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Tree = { [key: string]: string | Tree };

const flatten = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`)));

export const textFiles = (locale: Locale): string[] =>
  readdirSync(join(FOLDER, locale))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();

/** Every text of a file by its path. */
export const textsOf = (locale: Locale, file: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(FOLDER, locale, `${file}.json`), 'utf8')) as Tree));

/** `left_one` and `left_other` are forms of one key. */
export const withoutForm = (key: string): string => key.replace(PLURAL, '');
export const formOf = (key: string): string | undefined => PLURAL.exec(key)?.[1];

export const paramsOf = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? '');

/** The text as the browser finds it: first in common.json, then in the file that the first word names. */
export function lookUp(locale: Locale, key: string): string | undefined {
  const forms = (texts: Map<string, string>, path: string) => texts.get(path) ?? texts.get(`${path}_other`);
  const common = forms(textsOf(locale, 'common'), key);
  if (common !== undefined) return common;
  const [file = '', ...path] = key.split('.');
  return textFiles(locale).includes(file) ? forms(textsOf(locale, file), path.join('.')) : undefined;
}

const ofField = (field: FieldSpec): (Text | undefined)[] => [
  field.label,
  field.help,
  ...('options' in field ? field.options.map((option) => option.label) : []),
];

const ofAction = (action: ActionSpec): (Text | undefined)[] => [
  action.label,
  action.confirmText,
  action.done,
  ...Object.values(action.ask ?? {}).flatMap(ofField),
];

/** Every locale key that a mask names; texts that stand in the mask itself are not keys. */
export function keysOfMask(mask: Mask): string[] {
  const texts = [
    mask.title,
    ...Object.values(mask.fields).flatMap(ofField),
    ...[...(mask.form?.sections ?? []), ...(mask.show?.sections ?? [])].map((section) => section.label),
    ...(mask.actions ?? []).flatMap(ofAction),
    ...Object.values(mask.import?.lines ?? {}).flatMap(ofField),
    ...(mask.groups ? [...mask.groups.of.map(({ label }) => label), mask.groups.other] : []),
    ...(mask.import?.mappings ?? []).map((mapping) => mapping.name),
  ];
  return [...new Set(texts.filter((text): text is string => typeof text === 'string'))];
}

import { defineArea } from '../core/area.ts';
import { Line, Lines } from '../core/fields.ts';
import type { Locale } from '../core/limits.ts';

/** Placeholders of a template: number of the ticket, name of the asker, number of the order. */
export const TEMPLATE_PLACEHOLDERS = ['no', 'name', 'order'] as const;
type Placeholder = (typeof TEMPLATE_PLACEHOLDERS)[number];

const TEXT_MAX = 2000;
/** Texts that the house answers with again and again, written once in each language. */
export const answerTemplates = defineArea({
  name: 'answerTemplates',
  fields: {
    /** How colleagues find it. The asker never sees it. */
    title: Line(80, 1),
    textEn: Lines(TEXT_MAX).default(''),
    textDe: Lines(TEXT_MAX).default(''),
    textCn: Lines(TEXT_MAX).default(''),
  },
  search: ['title', 'textEn', 'textDe', 'textCn'],
  title: ['title'],
  without: ['import'],
});

export const TEXT_OF: Record<Locale, 'textEn' | 'textDe' | 'textCn'> = { en: 'textEn', de: 'textDe', cn: 'textCn' };

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const isPlaceholder = (name: string): name is Placeholder => TEMPLATE_PLACEHOLDERS.some((known) => known === name);

/** Whether every pair of double braces names a known placeholder, and no brace is left over. */
export function isTemplate(text: string): boolean {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
  return names.every(isPlaceholder) && !/\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''));
}

/** Replaces the placeholders. Values are not read as templates again. */
export const fillTemplate = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => {
    const key = name.trim();
    return isPlaceholder(key) ? values[key] : whole;
  });

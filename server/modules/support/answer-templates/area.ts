import { answerTemplates as area, isTemplate, TEMPLATE_PLACEHOLDERS, TEXT_OF } from '#contract/support/answer-templates';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask, type FieldInput } from '../../../core/http/mask.ts';
import { templateRoutes } from './routes.ts';
import { answerTemplates as table } from './table.ts';

const TEXTS = Object.values(TEXT_OF);
const NAMES = TEMPLATE_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
const words: FieldInput = { kind: 'text', multiline: true, help: 'answerTemplates.help.text', width: 320 };

const fields = defineFields(area, {
  title: { kind: 'text', sort: true, filter: true, width: 240 },
  textEn: words,
  textDe: words,
  textCn: words,
});

export const answerTemplates = defineServerArea({
  area,
  table,
  unique: [['title']],
  routes: templateRoutes,
  check: ({ values, current }) => {
    const unknown = TEXTS.filter((path) => !isTemplate(values[path] ?? '')).map((path) => ({
      path,
      rule: 'placeholder',
      params: { names: NAMES },
    }));
    const isEmpty = TEXTS.every((path) => (values[path] ?? current?.[path] ?? '').trim() === '');
    return isEmpty ? [{ path: 'textEn', rule: 'required' }] : unknown;
  },
  masks: [
    defineMask(area, {
      key: 'p11y.answerTemplates.list',
      icon: 'file-text',
      fields,
      columns: ['title', 'textEn', 'textDe', 'textCn'],
      filters: ['title'],
      sort: 'title',
      form: { layout: 'drawer', sections: { main: ['title', 'textEn', 'textDe', 'textCn'] } },
      // A long text stands without its label: each has a card that names its language.
      show: { english: ['textEn'], german: ['textDe'], chinese: ['textCn'] },
    }),
  ],
});

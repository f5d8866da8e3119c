import { CUSTOM_FIELD_ID } from './fields.ts';
import type { Mask } from './mask.ts';
import type { Condition } from './mask-condition.ts';

export type MaskFault = { path: string; rule: 'unknownField' | 'unknownAction' | 'fieldId' | 'shape'; value: string };

/** Faults beyond the schema: every field that is referenced must be in `fields`. Empty means valid. */
export function maskFaults(mask: Mask): MaskFault[] {
  const faults: MaskFault[] = [];
  const known = (field: string, path: string) => {
    if (!Object.hasOwn(mask.fields, field)) faults.push({ path, rule: 'unknownField', value: field });
  };
  const inCondition = (condition: Condition | undefined, path: string): void => {
    if (!condition) return;
    if ('field' in condition) known(condition.field, path);
    else if ('not' in condition) inCondition(condition.not, path);
    else for (const part of 'and' in condition ? condition.and : condition.or) inCondition(part, path);
  };
  for (const [name, field] of Object.entries(mask.fields)) {
    if (!CUSTOM_FIELD_ID.test(name)) faults.push({ path: `fields.${name}`, rule: 'fieldId', value: name });
    inCondition(field.when, `fields.${name}.when`);
    if (field.kind === 'lines' && field.priced) known(field.priced, `fields.${name}.priced`);
    if (field.kind === 'lines')
      field.details?.forEach((column, i) => {
        if (!Object.hasOwn(field.columns, column))
          faults.push({ path: `fields.${name}.details.${i}`, rule: 'unknownField', value: column });
      });
    if ((field.kind === 'money' || field.kind === 'decimal') && field.currencyField)
      known(field.currencyField, `fields.${name}.currencyField`);
  }
  mask.columns.forEach((column, i) => known(column.field, `columns.${i}`));
  mask.card?.forEach((field, i) => known(field, `card.${i}`));
  mask.cardEnd?.forEach((field, i) => known(field, `cardEnd.${i}`));
  if (mask.ends) for (const end of ['from', 'to'] as const) known(mask.ends[end], `ends.${end}`);
  mask.filters.forEach((field, i) => known(field, `filters.${i}`));
  mask.views?.forEach(({ filters }, i) => filters.forEach(({ field }, j) => known(field, `views.${i}.filters.${j}`)));
  if (mask.sort) known(mask.sort.replace(/^-/, ''), 'sort');
  for (const part of ['form', 'show'] as const) {
    mask[part]?.sections.forEach((section, i) => {
      section.fields.forEach((field, j) => known(field, `${part}.sections.${i}.fields.${j}`));
      inCondition(section.when, `${part}.sections.${i}.when`);
    });
  }
  mask.oneOf?.forEach(({ fields }, i) => fields.forEach((field, j) => known(field, `oneOf.${i}.fields.${j}`)));
  if (mask.lead !== undefined) known(mask.lead, 'lead');
  mask.facts?.forEach((field, i) => known(field, `facts.${i}`));
  mask.next?.forEach((step, i) => {
    inCondition(step.when, `next.${i}.when`);
    if (step.action !== undefined && !mask.actions?.some(({ key, on }) => key === step.action && on === 'row'))
      faults.push({ path: `next.${i}.action`, rule: 'unknownAction', value: step.action });
  });
  mask.actions?.forEach((action, i) => {
    inCondition(action.when, `actions.${i}.when`);
    action.shows?.forEach((field, j) => known(field, `actions.${i}.shows.${j}`));
  });
  mask.download?.fields.forEach((field, i) => known(field, `download.fields.${i}`));
  mask.import?.fields.forEach((field, i) => known(field, `import.fields.${i}`));
  return faults;
}

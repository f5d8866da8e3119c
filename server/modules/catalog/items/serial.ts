import type { FieldError } from '#contract/core/envelope';
import type { Values } from '../../../core/http/area.ts';

/** A pattern makes sense only where serial numbers are taken down, and `*` only at its end. */
export function serialPatternFaults(values: Values): FieldError[] {
  const pattern = (values['serialPattern'] ?? '') as string;
  if (pattern === '') return [];
  if (values['serialMode'] === 'none') return [{ path: 'serialPattern', rule: 'needsSerialMode' }];
  return pattern.indexOf('*') >= 0 && pattern.indexOf('*') < pattern.length - 1 ? [{ path: 'serialPattern', rule: 'starAtEnd' }] : [];
}

import type { ReactNode } from 'react';
import type { FieldSpec } from '#contract/core/mask';
import { boolean, choice, choices, status, tags } from './choice.tsx';
import { date, instant } from './date.tsx';
import { file, image } from './file.tsx';
import type { CellProps, Kind, KindMap } from './kind.ts';
import { lines } from './lines.tsx';
import { decimal, money, number, percent, size, volume, weight } from './number.tsx';
import { reference, references } from './reference.tsx';
import { address, json, texts } from './structured.tsx';
import { barcode, color, email, phone, secret, text, url } from './text.tsx';
import { Whole } from './Whole.tsx';

/** Every field kind. A kind of the contract that is missing here is a compile error. */
export const KINDS = {
  text,
  secret,
  email,
  phone,
  url,
  number,
  money,
  percent,
  weight,
  size,
  volume,
  date,
  instant,
  status,
  choice,
  choices,
  boolean,
  reference,
  references,
  tags,
  image,
  file,
  address,
  barcode,
  texts,
  json,
  color,
  decimal,
  lines,
} as const satisfies KindMap;

/** Used for unknown kinds: a mask may come from a newer server than this page. The kind is named, and the rest works. */
const unsupported: Kind = {
  align: 'start',
  width: 160,
  filterOps: [],
  exportAs: 'text',
  format: (_, { t }) => t('unsupported'),
  parse: () => ({ rule: 'unsupported' }),
};

export function kindOf(spec: Pick<FieldSpec, 'kind'>): Kind {
  return Object.hasOwn(KINDS, spec.kind) ? KINDS[spec.kind] : unsupported;
}

const keptWhole = (shown: ReactNode): ReactNode => (typeof shown === 'string' ? <Whole text={shown} /> : shown);

export function Cell({ value, field, compact = false }: CellProps) {
  const kind = kindOf(field.spec);
  return keptWhole(kind.Cell ? kind.Cell({ value, field, compact }) : kind.format(value, field));
}

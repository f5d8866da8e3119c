import { LOCALES, type Locale } from '#contract/core/limits';
import type { PaperKind } from '#contract/printing/jobs';
import { isRecord } from '../core/mask/kinds/kind.ts';
import { currentLocale } from '../providers/i18n.ts';
import { readJson, writeStored } from '../providers/storage.ts';

const STORED = 'kontor-print-view';

type KeptAs = { dpi?: number; locales?: Locale[] };
type Kept = Record<string, KeptAs>;
const isKept = (value: unknown): value is Kept => isRecord(value) && Object.values(value).every(isRecord);
const readKept = (): Kept => readJson(STORED, isKept) ?? {};

/** Dots an inch that were last asked for on this paper. */
export const keptDpi = (paper: PaperKind): number | undefined => readKept()[paper]?.dpi;

/** Languages that were last asked for on this paper, one or two; the reader's own where nobody has chosen. */
export function usualLocales(paper: PaperKind): Locale[] {
  const kept = readKept()[paper]?.locales;
  const known = Array.isArray(kept) ? kept.filter((one) => LOCALES.includes(one)).slice(0, 2) : [];
  return known.length > 0 ? known : [currentLocale()];
}

/** Printer and languages are remembered for each kind of paper: who prints labels prints them again on the same printer. */
export const keepAs = (paper: PaperKind, as: { dpi: number; locales: readonly Locale[] }): void =>
  writeStored(STORED, JSON.stringify({ ...readKept(), [paper]: { dpi: as.dpi, locales: as.locales } }));

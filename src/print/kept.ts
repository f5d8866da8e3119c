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

/** The dots per inch last chosen for this paper. */
export const keptDpi = (paper: PaperKind): number | undefined => readKept()[paper]?.dpi;

/** The languages last chosen for this paper, one or two. The user's language if none was chosen. */
export function usualLocales(paper: PaperKind): Locale[] {
  const kept = readKept()[paper]?.locales;
  const known = Array.isArray(kept) ? kept.filter((one) => LOCALES.includes(one)).slice(0, 2) : [];
  return known.length > 0 ? known : [currentLocale()];
}

/** Stores resolution and languages for each kind of paper, because labels are usually printed on the same printer again. */
export const keepAs = (paper: PaperKind, as: { dpi: number; locales: readonly Locale[] }): void =>
  writeStored(STORED, JSON.stringify({ ...readKept(), [paper]: { dpi: as.dpi, locales: as.locales } }));

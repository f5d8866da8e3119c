import { createContext, useContext } from 'react';
import type { DocumentName } from '#contract/printing/documents';
import type { Layout } from '#contract/printing/layout';
import type { Fault } from '../../core/mask/editor/masks.ts';
import type { Spot } from './spot.ts';
import type { Value } from './values.ts';

/** What every part of the workbench works on. */
export type Bench = {
  document: DocumentName;
  layout: Layout;
  /** The record that is shown; a value beside its name tells more than the name. */
  record: unknown;
  values: readonly Value[];
  chosen: Spot;
  choose: (spot: Spot) => void;
  change: (edit: (layout: Layout) => Layout, joint?: string | null) => void;
  /** Changes and chooses what came of it. */
  alter: (edit: (layout: Layout) => [Layout, Spot]) => void;
  /** Sets one property; typing on at the same place is one step. */
  put: (path: string, value: unknown) => void;
  faultsAt: (path: string) => readonly Fault[];
};

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('a part of the workbench stands outside of it');
  return bench;
}

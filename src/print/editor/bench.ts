import { createContext, useContext } from 'react';
import type { DocumentName } from '#contract/printing/documents';
import type { Layout } from '#contract/printing/layout';
import type { Fault } from '../../core/mask/editor/masks.ts';
import type { ElementPath } from './element-path.ts';
import type { Value } from './values.ts';

/** The shared state of the workbench's parts. */
export type Bench = {
  document: DocumentName;
  layout: Layout;
  /** The shown record. Its values are displayed beside their names. */
  record: unknown;
  values: readonly Value[];
  chosen: ElementPath;
  choose: (path: ElementPath) => void;
  change: (edit: (layout: Layout) => Layout, joint?: string | null) => void;
  /** Changes the layout and chooses the result. */
  alter: (edit: (layout: Layout) => [Layout, ElementPath]) => void;
  /** Sets one property. Consecutive changes of the same property are one undo step. */
  put: (path: string, value: unknown) => void;
  faultsAt: (path: string) => readonly Fault[];
};

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('a part of the workbench stands outside of it');
  return bench;
}

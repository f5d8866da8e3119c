import { create } from 'zustand';
import { readStored, writeStored } from '../providers/storage.ts';

export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];
export const MODES = ['system', 'light', 'dark'] as const;
export type Mode = (typeof MODES)[number];

type Preferences = { size: Size; mode: Mode; sidebar: boolean };

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T => all.find((one) => one === value) ?? otherwise;

/** Stored in local storage: the size by name, the sidebar as 1 or 0 (specification, point 4). */
export const usePreferences = create<Preferences>(() => ({
  size: oneOf(SIZES, readStored('kontor-size'), 'medium'),
  mode: oneOf(MODES, readStored('kontor-mode'), 'system'),
  sidebar: readStored('kontor-sidebar') !== '0',
}));

export function setSize(size: Size): void {
  writeStored('kontor-size', size);
  usePreferences.setState({ size });
}

export function setMode(mode: Mode): void {
  writeStored('kontor-mode', mode);
  usePreferences.setState({ mode });
}

export function setSidebar(open: boolean): void {
  writeStored('kontor-sidebar', open ? '1' : '0');
  usePreferences.setState({ sidebar: open });
}

import type { ComponentType } from 'react';
import type { Mask } from '#contract/core/mask';
import type { Row } from './kinds/kind.ts';

/** Props of an area's own dialog, for an action that a mask cannot express. A page that is no mask gives the area of the rows. */
export type DialogProps = {
  mask: Pick<Mask, 'key' | 'title' | 'area' | 'fields'>;
  rows: readonly Row[];
  onClose: (changed: boolean) => void;
};

const dialogs = new Map<string, ComponentType<DialogProps>>();

/** Registers a dialog at start. Pass a lazy component, so that it is not part of the list's chunk. */
export function registerDialog(name: string, dialog: ComponentType<DialogProps>): void {
  dialogs.set(name, dialog);
}

export const dialogOf = (name: string): ComponentType<DialogProps> | undefined => dialogs.get(name);

import type { ComponentType } from 'react';
import type { Mask } from '#contract/core/mask';
import type { Row } from './kinds/kind.ts';

/** What a dialog gets that an area brings along for an action no mask can express. */
export type DialogProps = { mask: Mask; rows: readonly Row[]; onClose: (changed: boolean) => void };

const dialogs = new Map<string, ComponentType<DialogProps>>();

/** Called by an area at start; give a lazy component, so that the list does not carry it. */
export function registerDialog(name: string, dialog: ComponentType<DialogProps>): void {
  dialogs.set(name, dialog);
}

export const dialogOf = (name: string): ComponentType<DialogProps> | undefined => dialogs.get(name);

import type { ComponentType } from 'react';
import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Row } from './kinds/kind.ts';

export type PartProps = { mask: Mask; row: Row; path: string };
/** What an area shows of a record beyond its fields. `Actions` take the place of the mask's own in the head, but for those that they leave. */
export type RecordParts = {
  Overview: ComponentType<PartProps>;
  Actions?: ComponentType<PartProps & { disabled: boolean }>;
  leaves?: (action: ActionSpec) => boolean;
};

const records = new Map<string, RecordParts>();
const heads = new Map<string, ComponentType>();

/** Called by an area at start; give lazy components, so that lists do not carry them. */
export function registerRecord(area: string, parts: RecordParts): void {
  records.set(area, parts);
}
/** Something that stands beside the title of an area's lists. */
export function registerListHead(area: string, head: ComponentType): void {
  heads.set(area, head);
}

export const recordParts = (area: string): RecordParts | undefined => records.get(area);
export const listHead = (area: string): ComponentType | undefined => heads.get(area);

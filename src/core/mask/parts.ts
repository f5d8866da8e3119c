import type { ComponentType } from 'react';
import type { ActionSpec, FieldOf, Mask } from '#contract/core/mask';
import { preload } from '../../providers/chunks.ts';
import type { InputProps } from './inputs/input.ts';
import type { Row } from './kinds/kind.ts';

export type PartProps = { mask: Mask; row: Row; path: string };
/**
 * `set` changes a field of the form. `afterCreate` names what follows once a new record is saved, before it is shown; the last one named runs,
 * null names nothing. A failure is shown to the user and does not undo the record.
 */
export type BesideProps = {
  mask: Mask;
  row: Row;
  set: (field: string, value: unknown) => void;
  afterCreate: (run: ((created: Row) => Promise<void>) | null) => void;
};
/** An entry of the menu in the head of a record. */
export type MenuEntry = { key: string; label: string; danger: boolean; run: () => void };
/**
 * An area's additional parts of a record. `Actions` replaces the mask's own buttons in the head, except those it keeps, and ends its menu with
 * the entries in `more`.
 */
export type RecordParts = {
  Overview: ComponentType<PartProps>;
  Actions?: ComponentType<PartProps & { disabled: boolean; more: readonly MenuEntry[] }>;
  leaves?: (action: ActionSpec) => boolean;
  /** What happens next, for records whose next step is counted and not a field. */
  Next?: ComponentType<PartProps>;
  /** The state beside the title, for records whose state is counted and not a field. */
  Badge?: ComponentType<PartProps>;
  /** The document of the record, beside its facts. */
  Paper?: ComponentType<PartProps>;
  /** What stands beside the form of a new record, and of an edited one. */
  Beside?: ComponentType<BesideProps>;
  /** What the preview beside the list shows below the status, instead of facts, lines and last changes. */
  Preview?: ComponentType<PartProps>;
  /**
   * Where the overview stands: above the lines of the record (default), below them, or as the whole page with the fields of the mask folded
   * below it.
   */
  place?: 'above' | 'below' | 'whole';
};

/** A row offered in a picker. `among`: the ids of all rows offered with it, so that what they need is read in one call. */
export type OptionProps = { row: Row; among: readonly string[] };

/** `id`: of the record, or `new`. `row`: the values as typed. */
export type FormNoteProps = { id: string; row: Row };

export type EditorProps = InputProps<FieldOf<'text'> | FieldOf<'references'>>;

const options = new Map<string, ComponentType<OptionProps>>();
const records = new Map<string, RecordParts>();
const heads = new Map<string, ComponentType>();
const notes = new Map<string, { Note: ComponentType<FormNoteProps>; isRead: boolean }>();
const editors = new Map<string, ComponentType<EditorProps>>();

/** Registers an area's parts at start. Pass lazy components, so that they are not part of the list's chunk. */
export function registerRecord(area: string, parts: RecordParts): void {
  records.set(area, parts);
}
/** Registers a component beside the title of an area's lists. */
export function registerListHead(area: string, head: ComponentType): void {
  heads.set(area, head);
}

/** Registers how the rows of an area look in pickers. Pass a lazy component. */
export function registerOption(area: string, Option: ComponentType<OptionProps>): void {
  options.set(area, Option);
}

/**
 * Registers what an area tells below the fields of its form, such as what is left of a budget. Pass a lazy component.
 * @param isRead it says what the fields mean, so it stands below those of a record too
 */
export function registerFormNote(area: string, Note: ComponentType<FormNoteProps>, isRead = false): void {
  notes.set(area, { Note, isRead });
}

/** Registers the input of a field whose mask names it as `editor`. Pass a lazy component. */
export function registerEditor(name: string, editor: ComponentType<EditorProps>): void {
  editors.set(name, editor);
}

export const optionPart = (area: string): ComponentType<OptionProps> | undefined => options.get(area);
export const recordParts = (area: string): RecordParts | undefined => records.get(area);

/** Loads what an area shows of a record, so that it arrives together with the row and not after it. A failure is shown where the part stands. */
export function preloadRecordParts(area: string): void {
  const { Overview, Actions, Next, Badge, Paper } = records.get(area) ?? {};
  for (const part of [Overview, Actions, Next, Badge, Paper]) if (part) preload(part);
}

export const listHead = (area: string): ComponentType | undefined => heads.get(area);
export const formNote = (area: string): ComponentType<FormNoteProps> | undefined => notes.get(area)?.Note;
export const readNote = (area: string): ComponentType<FormNoteProps> | undefined => {
  const known = notes.get(area);
  return known?.isRead ? known.Note : undefined;
};
export const registeredEditor = (name: string): ComponentType<EditorProps> | undefined => editors.get(name);

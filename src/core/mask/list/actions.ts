import { allows } from '#contract/core/access';
import type { ActionSpec, CONFIRMATIONS, Mask, Text } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { fieldErrors, isCallError } from '../../../providers/call-error.ts';
import { report } from '../../../providers/http-fail.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { request } from '../../../providers/request.ts';
import { holdsForMe } from '../condition.ts';
import type { BulkAction, BulkResult } from '../data.ts';
import { asText, type Row } from '../kinds/kind.ts';
import { rowId } from './selection.ts';

export type Confirmation = (typeof CONFIRMATIONS)[number];

/** An action on rows: defined by the mask, or generic to every list. */
export type Action = {
  key: string;
  label: Text;
  danger: boolean;
  confirm: Confirmation | null;
  /** The effect of the action, shown before it runs. */
  confirmText: Text | null;
  on: 'row' | 'bulk' | 'list';
} & (
  | { kind: 'generic'; does: BulkAction; when?: Condition | undefined }
  | { kind: 'open' | 'edit' | 'duplicate' | 'export' }
  | { kind: 'mask'; spec: ActionSpec }
);

/** Whether the mask's area has the call. Privileges are checked separately. */
export const offers = (mask: Mask, action: string): boolean => !mask.without?.includes(action);

const generic = (does: BulkAction, on: 'row' | 'bulk', when?: Condition): Action => ({
  key: does,
  label: `mask.action.${does}`,
  danger: does !== 'recover',
  confirm: does,
  confirmText: null,
  on,
  kind: 'generic',
  does,
  when,
});

function own(mask: Mask, privileges: ReadonlySet<string>, on: Action['on']): Action[] {
  return (mask.actions ?? [])
    .filter((action) => action.on === on && (!action.privilege || allows(privileges, action.privilege)))
    .map((spec) => ({
      key: spec.key,
      label: spec.label,
      danger: spec.danger ?? false,
      confirm: spec.confirm ?? null,
      confirmText: spec.confirmText ?? null,
      on,
      kind: 'mask',
      spec,
    }));
}

/** The actions of this user on this list. Actions without privilege are hidden; the server checks again. */
export function actionsOf(mask: Mask, privileges: ReadonlySet<string>, on: 'row' | 'bulk' | 'list', trash: boolean): Action[] {
  const may = (action: string): boolean => offers(mask, action) && allows(privileges, `${mask.area}.${action}`);
  const special = own(mask, privileges, on);
  if (on === 'list') return special;
  if (trash) {
    return [...special, ...(may('recover') ? [generic('recover', on)] : []), ...(may('purge') ? [generic('purge', on)] : [])];
  }
  const rowOnly: Action[] =
    on === 'row' && mask.form && may('create')
      ? [
          {
            key: 'duplicate',
            label: 'mask.action.duplicate',
            danger: false,
            confirm: 'duplicate',
            confirmText: null,
            on,
            kind: 'duplicate',
          },
        ]
      : [];
  const bulkOnly: Action[] =
    on === 'bulk' && mask.download && may('export')
      ? [{ key: 'export', label: 'mask.action.export', danger: false, confirm: null, confirmText: null, on, kind: 'export' }]
      : [];
  return [...special, ...rowOnly, ...bulkOnly, ...(may('delete') ? [generic('delete', on, mask.changeable)] : [])];
}

/** Whether an action applies: if it has a condition, every row must meet it. */
export function applies(action: Action, rows: readonly Row[]): boolean {
  const when = action.kind === 'mask' ? action.spec.when : action.kind === 'generic' ? action.when : undefined;
  return rows.every((row) => holdsForMe(when, row));
}

/** A dialog shows what is wrong with a field beside it. */
const IN_DIALOG = ['InvalidInput'] as const;

async function send(spec: ActionSpec, rows: readonly Row[], asked: Row, intent = newIntent()): Promise<Outcome> {
  const ids = rows.map(rowId);
  const all: Outcome = { done: ids, failed: [] };
  if (!spec.call) return all;
  const { method, path, body } = spec.call;
  const base = { ...body, ...asked };
  const handles = spec.ask ? IN_DIALOG : [];
  if (spec.on !== 'row') {
    const data = await request<unknown>(method, path, { body: spec.on === 'bulk' ? { ...base, ids } : base, intent, handles });
    return spec.on === 'bulk' && isResults(data) ? outcomeOf(data) : { ...all, answer: data };
  }
  let answer: unknown;
  for (const id of ids) {
    const to = path.replace(':id', encodeURIComponent(id));
    answer =
      method === 'GET'
        ? await request<unknown>(
            'GET',
            `${to}?${new URLSearchParams(Object.entries(base).map(([name, value]) => [name, asText(value)]))}`,
            { handles },
          )
        : await request<unknown>(method, to, { body: base, intent: ids.length === 1 ? intent : `${intent}-${id}`, handles });
  }
  return { ...all, answer };
}

/** Makes the call of a mask's action. `intent` is created once per intent of the user, so that a repeated call has no second effect. */
export async function runMaskAction(spec: ActionSpec, rows: readonly Row[], asked: Row, intent = newIntent()): Promise<Outcome> {
  try {
    return await send(spec, rows, asked, intent);
  } catch (error) {
    const { ask } = spec;
    const faults = fieldErrors(error);
    const inDialog = faults.length > 0 && faults.every(({ path }) => Object.hasOwn(ask ?? {}, path));
    // What the dialog has no field for is told as of any other call.
    if (ask && isCallError(error, 'InvalidInput') && !inDialog) report(error, spec.call?.path ?? '');
    throw error;
  }
}

/** `answer`: of the last call on a row. */
export type Outcome = { done: string[]; failed: BulkResult[]; answer?: unknown };

/** A bulk call has one result per row. A refused row does not affect the others. */
const isResults = (data: unknown): data is BulkResult[] =>
  Array.isArray(data) && data.every((one) => typeof one?.id === 'string' && typeof one?.code === 'string');
export const outcomeOf = (results: BulkResult[]): Outcome => ({
  done: results.filter((result) => result.code === 'OK').map((result) => result.id),
  failed: results.filter((result) => result.code !== 'OK'),
});

import { createElement, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Mask, Text } from '#contract/core/mask';
import type { DocumentName } from '#contract/printing/documents';
import { printOrder } from '../../../print/open.ts';
import { useReadyToPrint } from '../../../print/use-ready.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { reasonOf } from '../../../providers/http-fail.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useUserStore } from '../../../providers/user.ts';
import { useConfirmText } from '../confirm-text.ts';
import { useBulkAction, useInvalidate } from '../data.ts';
import { dialogOf } from '../dialogs.ts';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { type Action, actionsOf, type Outcome, outcomeOf, runMaskAction } from './actions.ts';
import { fillPath } from './fill-path.ts';
import { rowId } from './selection.ts';

const ActionDialog = lazyPart(async () => (await import('./ActionDialog.tsx')).ActionDialog);

type Pending = { action: Action; rows: readonly Row[]; intent: string };
type Options = {
  mask: Mask;
  path: string;
  trash: boolean;
  onExport: (rows: readonly Row[]) => void;
  /** `gone`: the rows were deleted or recovered and left the list. */
  onDone: (gone: boolean) => void;
};

/** Reasons for refused rows, each listed once. */
const reasonsOf = async (failed: Outcome['failed']): Promise<string> => [...new Set(await Promise.all(failed.map(reasonOf)))].join(' ');

function showRefused(title: string, failed: Outcome['failed']): void {
  void reasonsOf(failed).then((text) => showNotice({ kind: 'error', title, text }));
}

const asRow = (answer: unknown): Row | undefined => (typeof answer === 'object' && answer !== null ? { ...answer } : undefined);

/** Names the rows and nothing else. */
const ROWS: Text = { en: '{{row}}', cn: '{{row}}', de: '{{row}}' };

/** The rows that a call changed. One row is shown as the call answered it: a number may be given by the call. */
function shownAfter(rows: readonly Row[], done: readonly string[], answer: unknown): Row[] {
  const changed = rows.filter((row) => done.includes(rowId(row)));
  const [first] = changed;
  const isSameRow = typeof answer === 'object' && answer !== null && 'id' in answer && first !== undefined && answer.id === first['id'];
  return isSameRow && changed.length === 1 ? [{ ...first, ...answer }] : changed;
}

/** Reports the result of a generic action, with undo if possible. */
function useReport(mask: Mask, bulk: ReturnType<typeof useBulkAction>) {
  const t = useMaskT();
  const invalidate = useInvalidate();
  return useCallback(
    (does: 'delete' | 'recover' | 'purge', { done, failed }: Outcome) => {
      if (failed.length > 0) showRefused(t('done.failed', { n: failed.length }), failed);
      if (done.length === 0) return;
      const undo = (): void => {
        void bulk(mask.area, 'recover', done).then(() => invalidate(mask.area));
      };
      showNotice({
        kind: 'success',
        title: t(`done.${does}`, { n: done.length }),
        ...(does === 'delete' ? { seconds: 10, action: { label: t('undo'), run: undo } } : {}),
      });
    },
    [mask, t, invalidate, bulk],
  );
}

/** The actions of a list and the dialog of the current one. */
export function useActions({ mask, path, trash, onExport, onDone }: Options) {
  const privileges = useUserStore((state) => state.privileges);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const act = useBulkAction();
  const report = useReport(mask, act);
  const t = useMaskT();
  const text = useText();
  const filled = useConfirmText(mask);
  const [pending, setPending] = useState<Pending | null>(null);

  const row = useMemo(() => actionsOf(mask, privileges, 'row', trash), [mask, privileges, trash]);
  const bulk = useMemo(() => actionsOf(mask, privileges, 'bulk', trash), [mask, privileges, trash]);
  const onList = useMemo(() => actionsOf(mask, privileges, 'list', trash), [mask, privileges, trash]);
  useReadyToPrint(row.some((action) => action.kind === 'mask' && action.spec.print !== undefined));

  const doneText = useCallback(
    (action: Action & { kind: 'mask' }, shown: readonly Row[], answer: unknown): string => {
      // The text may name what the call answered, such as the address of a mail. An action of the list is about no row.
      const [one] = shown;
      const about = shown.length > 1 ? shown : [{ ...asRow(answer), ...one }];
      if (action.spec.done && (shown.length > 0 || action.spec.on === 'list')) return filled(action.spec.done, about);
      const label = text(action.label);
      return shown.length > 0 ? t('done.action', { action: label, rows: filled(ROWS, shown) }) : t('done.list', { action: label });
    },
    [filled, text, t],
  );

  const perform = useCallback(
    async ({ action, rows, intent }: Pending, asked: Row) => {
      if (action.kind === 'generic') report(action.does, outcomeOf(await act(mask.area, action.does, rows.map(rowId))));
      else if (action.kind === 'duplicate') void navigate(`${path}/new?from=${encodeURIComponent(rowId(rows[0] ?? {}))}`);
      else if (action.kind === 'export') onExport(rows);
      else if (action.kind === 'mask') {
        const { done, failed, answer } = await runMaskAction(action.spec, rows, asked, intent);
        if (failed.length > 0) showRefused(t('done.failed', { n: failed.length }), failed);
        // What the call made is shown; without a call, what is about the row.
        if (action.spec.open) void navigate(fillPath(action.spec.open, { ...rows[0], ...asRow(answer) }));
        else if (done.length > 0 || rows.length === 0)
          showNotice({ kind: 'success', title: doneText(action, shownAfter(rows, done, answer), answer) });
      }
      setPending(null);
      if (action.kind === 'generic' || action.kind === 'mask') {
        onDone(action.kind === 'generic');
        await invalidate(mask.area);
      }
    },
    [mask, path, navigate, onExport, onDone, report, act, invalidate, t, doneText],
  );

  const run = useCallback(
    (action: Action, rows: readonly Row[]) => {
      // Must run inside the click, because browsers block windows that are opened later.
      if (action.kind === 'mask' && action.spec.print)
        return printOrder({ document: action.spec.print as DocumentName, ids: rows.map(rowId), from: mask.area });
      const next = { action, rows, intent: newIntent() };
      const waits =
        action.confirm !== null ||
        action.confirmText !== null ||
        (action.kind === 'mask' && (action.spec.ask !== undefined || action.spec.dialog !== undefined));
      if (waits) setPending(next);
      // The call already showed the error. The list is unchanged.
      else perform(next, {}).catch(() => undefined);
    },
    [perform, mask],
  );

  const special = pending?.action.kind === 'mask' && pending.action.spec.dialog ? dialogOf(pending.action.spec.dialog) : undefined;
  const closeSpecial = (changed: boolean): void => {
    setPending(null);
    if (changed) void invalidate(mask.area);
  };
  function dialogFor(asked: Pending): ReactNode {
    const { action, rows } = asked;
    if (special) return createElement(special, { mask, rows, onClose: closeSpecial });
    return (
      <ActionDialog mask={mask} action={action} rows={rows} onCancel={() => setPending(null)} onRun={(values) => perform(asked, values)} />
    );
  }
  return { row, bulk, onList, run, host: pending && dialogFor(pending) };
}

export type ListActions = ReturnType<typeof useActions>;

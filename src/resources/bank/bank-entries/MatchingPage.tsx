import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { showToast } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import { AccountBar } from './AccountBar.tsx';
import { EntryDetails } from './EntryDetails.tsx';
import { EntryList } from './EntryList.tsx';
import './matching.css';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SplitDialog } from './SplitDialog.tsx';
import { StatusLine } from './StatusLine.tsx';
import type { Desk, DeskEntry } from './types.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { type Done, useLearnedRule } from './use-learned-rule.ts';

type Dialog = 'split' | 'leave' | null;

/**
 * Matching of bank entries, for the keyboard: arrows choose the entry and the proposal, Enter books it, S splits, R leaves it with a reason, U
 * takes the last one back, A makes a rule of it. A file is read when it is dropped on the page.
 */
export function MatchingPage() {
  const t = useT();
  const call = useCall();
  const { money } = useFormat();
  const canBook = useAllowed('bankEntries.book');
  const canUpload = useAllowed('bankStatements.upload');
  const list = useRef<HTMLDivElement>(null);
  const [account, setAccount] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [choice, setChoice] = useState(0);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState<Done | null>(null);
  const found = useRead<Desk>('/v0/bankEntries/desk', {
    queryKey: ['data', 'default', 'bankEntries', 'desk', account],
    ...(account === null ? {} : { params: { account } }),
    keepFormer: true,
  });
  const desk = found.data;
  const rule = useLearnedRule(last, desk?.bankAccountId ?? null);
  const entries = desk?.entries ?? [];
  const place = Math.min(at, Math.max(0, entries.length - 1));
  const entry = entries[place];

  const choose = (next: number): void => {
    setAt(Math.max(0, Math.min(next, entries.length - 1)));
    setChoice(0);
  };
  const toList = (): void => list.current?.focus();
  const isRead = desk !== undefined;
  // Before the list is painted: a key that is pressed as soon as it is seen must not be lost.
  useLayoutEffect(
    function startInList() {
      if (isRead) list.current?.focus();
    },
    [isRead],
  );
  /** Runs one step, reads the list again and keeps the place, so that the next entry is chosen. */
  const step = async (run: () => Promise<unknown>, done: Done | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await run();
      setLast(done);
    } catch {
      // The reason was shown. What is proposed may have changed.
      if (desk?.bankAccountId)
        await call('POST', '/v0/bankEntries/match', { body: { bankAccountId: desk.bankAccountId } }).catch(() => undefined);
    } finally {
      await found.refetch();
      setChoice(0);
      setBusy(false);
      toList();
    }
  };
  const named = ({ counterparty, amount, currency }: DeskEntry): string =>
    `${counterparty || t('bankEntries.desk.noName')}, ${money(amount, currency)}`;
  const accept = (): void => {
    const proposal = entry?.proposals[choice];
    if (!entry || !proposal || !canBook) return;
    void step(() => call('POST', `/v0/bankEntries/${entry.id}/accept`, { body: { key: proposal.key } }), {
      id: entry.id,
      text: t('bankEntries.desk.booked', { name: named(entry) }),
      learns: proposal.basis === 'habit',
    });
  };
  const learn = (): void => {
    if (rule.offer) void step(rule.make, last);
  };
  const undo = (): void => {
    if (!last || !canBook) return;
    if (rule.made) return void (rule.undo && step(rule.undo, last));
    const reason = t('bankEntries.desk.undoReason');
    void step(() => call('POST', `/v0/bankEntries/${last.id}/undo`, { body: { reason } }), null);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => choose(place + 1),
    ArrowUp: () => choose(place - 1),
    Home: () => choose(0),
    End: () => choose(entries.length - 1),
    ArrowRight: () => setChoice(Math.min(choice + 1, Math.max(0, (entry?.proposals.length ?? 1) - 1))),
    ArrowLeft: () => setChoice(Math.max(0, choice - 1)),
    Enter: accept,
    s: () => entry && canBook && !busy && setDialog('split'),
    r: () => entry && canBook && !busy && setDialog('leave'),
    u: undo,
    a: learn,
  };
  const bookAll = (): Promise<void> =>
    step(async () => {
      const body = { bankAccountId: desk?.bankAccountId };
      let sum = 0;
      for (let left = 1; left > 0; ) {
        const answer = await call<{ booked: number; left: number }>('POST', '/v0/bankEntries/bookAutomatic', { body });
        sum += answer.booked;
        left = answer.booked === 0 ? 0 : answer.left;
      }
      // It is no single step, so it is not undone by a key; each of them can be undone in the list of bank entries.
      if (sum > 0) showToast('success', t('bankEntries.desk.bookedAll', { count: sum }));
    }, null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped && canUpload) setFile(dropped);
  };
  const close = (): void => {
    setDialog(null);
    toList();
  };
  return (
    <div className="m-page bk-page" role="presentation" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h1>{t('menu.bankMatching')}</h1>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {desk ? (
        <>
          <AccountBar
            desk={desk}
            busy={busy}
            onAccount={(id) => {
              setAccount(id);
              setAt(0);
              setChoice(0);
            }}
            {...(canUpload ? { onFile: setFile } : {})}
            {...(canBook ? { onBookAll: () => void bookAll() } : {})}
          />
          <StatusLine last={last} rule={rule} busy={busy} onUndo={undo} onLearn={learn} />
          {entries.length === 0 ? (
            <p className="bk-empty">{t(desk.accounts.length === 0 ? 'bankEntries.desk.noAccount' : 'bankEntries.desk.nothing')}</p>
          ) : (
            <div className="bk-columns">
              <EntryList ref={list} entries={entries} chosen={entry?.id ?? ''} busy={busy} keys={keys} onChoose={choose} />
              {entry ? (
                <EntryDetails
                  entry={entry}
                  choice={choice}
                  busy={busy}
                  onChoice={setChoice}
                  {...(canBook ? { onAccept: accept, onSplit: () => setDialog('split'), onLeave: () => setDialog('leave') } : {})}
                />
              ) : null}
            </div>
          )}
        </>
      ) : null}
      {dialog === 'split' && entry ? (
        <SplitDialog
          entry={entry}
          onClose={close}
          onBook={(parts) => {
            setDialog(null);
            void step(() => call('POST', `/v0/bankEntries/${entry.id}/book`, { body: { parts } }), {
              id: entry.id,
              text: t('bankEntries.desk.booked', { name: named(entry) }),
              learns: parts.length === 1 && parts[0]?.kind === 'account',
            });
          }}
        />
      ) : null}
      {dialog === 'leave' && entry ? (
        <ReasonDialog
          onClose={close}
          onReason={(reason) => {
            setDialog(null);
            void step(() => call('POST', `/v0/bankEntries/${entry.id}/ignore`, { body: { reason } }), {
              id: entry.id,
              text: t('bankEntries.desk.left', { name: named(entry) }),
            });
          }}
        />
      ) : null}
      {file ? (
        <UploadDialog
          file={file}
          account={desk?.bankAccountId ?? null}
          onClose={(stored) => {
            setFile(null);
            if (stored) void bookAll();
          }}
        />
      ) : null}
    </div>
  );
}

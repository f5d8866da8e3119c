import Button from 'antd/es/button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TASK_TEXTS } from '#contract/orders/texts';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { hasText, useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { recordPath } from '../../../providers/routes.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed, useUser } from '../../../providers/user.ts';
import { type HistoryPiece, type OrderHistory, useHistoryReload } from './order-history.ts';
import { PieceNote } from './PieceNote.tsx';
import { useReason } from './reason.ts';

/** Reasons of a station are codes; people write words. */
function useStationReason(): (reason: string) => string {
  const t = useT();
  const reasonOf = useReason();
  return (reason) => (hasText(`scan.reasons.${reason}`) ? t(`scan.reasons.${reason}`) : reasonOf(reason));
}

function Piece({ piece, onNote }: { piece: HistoryPiece; onNote: (() => void) | null }) {
  const t = useT();
  const { number } = useFormat();
  const reasonOf = useStationReason();
  const photo = fileAddress(piece.photo);
  const facts = [piece.serial, piece.lot].filter(Boolean).join(' · ');
  return (
    <li>
      {photo ? (
        <a href={photo} target="_blank" rel="noopener noreferrer" aria-label={t('taskPage.return.photoOf', { sku: piece.sku })}>
          <img className="t-image" src={photo} alt="" loading="lazy" />
        </a>
      ) : (
        <span className="t-image" />
      )}
      <div className="t-line">
        <p>
          <b className="m-figures">{number(piece.qty)} ×</b> <span className="m-mono">{piece.sku}</span>
          {facts ? <span className="t-name m-mono">{facts}</span> : null}
        </p>
        <dl className="t-steps">
          <div>
            <dt>{t('taskPage.return.outcome')}</dt>
            <dd>{t(`scan.outcomes.${piece.outcome}`)}</dd>
          </div>
          <div>
            <dt>{t('taskPage.return.condition')}</dt>
            <dd>{t(`stockBalances.conditions.${piece.condition}`)}</dd>
          </div>
        </dl>
        {piece.note ? <p className="m-quiet">{reasonOf(piece.note)}</p> : null}
        {piece.remark ? <p className="t-remark">{piece.remark}</p> : null}
      </div>
      {onNote ? (
        <Button size="small" onClick={onNote} aria-label={t('taskPage.return.noteOf', { sku: piece.sku })}>
          {t('taskPage.return.note')}
        </Button>
      ) : null}
    </li>
  );
}

/** Sends the pieces that came back to the customer once more. */
function Replacement({ id, onMade }: { id: string; onMade: () => void }) {
  const t = useT();
  const call = useCall();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await call<{ id: string; no: string }>('POST', `/v0/tasks/${encodeURIComponent(id)}/replacement`, { intent });
      const path = recordPath('tasks', made.id, mayOpen);
      onMade();
      showNotice({
        kind: 'success',
        title: t('taskPage.new.made', { no: made.no }),
        ...(path ? { action: { label: t('taskPage.new.open'), run: () => void navigate(path) } } : {}),
      });
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void make()}>
      {t('taskPage.return.replace')}
    </Button>
  );
}

/** Drafts the credit note for the pieces of a finished return. */
function CreditNote({ id }: { id: string }) {
  const t = useT();
  const call = useCall();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [intent] = useState(newIntent);
  const draft = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await call<{ id: string }>('POST', `/v0/tasks/${encodeURIComponent(id)}/creditNote`, { intent });
      const path = recordPath('invoices', made.id, mayOpen);
      showNotice({ kind: 'success', title: t('taskPage.return.creditDrafted') });
      if (path) void navigate(path);
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void draft()}>
      {t('taskPage.return.credit')}
    </Button>
  );
}

const FINISHED: readonly string[] = ['finish', 'partiallyFinish'];

/** A return piece by piece: outcome, condition, photo and remark; then what never came, and why. */
export function ReturnPieces({ id, history, status }: { id: string; history: OrderHistory; status: string }) {
  const t = useT();
  const { number } = useFormat();
  const reasonOf = useStationReason();
  const reload = useHistoryReload(id);
  const isHouse = useUser()?.merchantId === null;
  const [noted, setNoted] = useState<HistoryPiece | null>(null);
  const { pieces, lines, absence } = history;
  // Before anything came, every piece is expected and none is missing.
  const missing = pieces.length > 0 || absence !== '' ? lines.filter(({ ordered, received }) => ordered > received) : [];
  if (pieces.length === 0 && missing.length === 0) return <p className="m-quiet">{t('taskPage.return.nothingYet')}</p>;
  return (
    <>
      <ul className="t-goods">
        {pieces.map((piece) => (
          <Piece key={piece.id} piece={piece} onNote={isHouse && allowed('tasks.receive') ? () => setNoted(piece) : null} />
        ))}
      </ul>
      {pieces.length > 0 && allowed('tasks.create') && !history.children.some(({ kind }) => kind === 'outbound') ? (
        <Replacement id={id} onMade={reload} />
      ) : null}
      {isHouse && pieces.length > 0 && FINISHED.includes(status) && allowed('invoices.create') ? <CreditNote id={id} /> : null}
      {missing.length > 0 ? (
        <section className="t-missing">
          <h3>{t(absence === '' ? 'taskPage.return.expected' : 'taskPage.return.neverCame')}</h3>
          <ul>
            {missing.map((line) => (
              <li key={line.id}>
                <b className="m-figures">{number(line.ordered - line.received)} ×</b> <span className="m-mono">{line.sku}</span>
                {line.returnReason ? <span className="t-name m-quiet">{t(TASK_TEXTS.returnReason(line.returnReason))}</span> : null}
              </li>
            ))}
          </ul>
          {absence ? <p>{reasonOf(absence)}</p> : null}
        </section>
      ) : null}
      {noted ? (
        <PieceNote
          taskId={id}
          piece={noted}
          onClose={(changed) => {
            setNoted(null);
            if (changed) reload();
          }}
        />
      ) : null}
    </>
  );
}

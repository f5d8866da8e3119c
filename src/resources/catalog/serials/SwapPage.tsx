import Button from 'antd/es/button';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { isCallError } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { reasonOf } from '../../../providers/http-fail.ts';
import { useT } from '../../../providers/i18n.ts';
import { request } from '../../../providers/request.ts';
import { recordPath } from '../../../providers/routes.ts';
import '../../../core/mask/inputs/inputs.css';
import '../../../core/mask/mask.css';
import './swap.css';

/** The answer of `GET /v0/p11yorders/packedSerials`. */
type Piece = {
  taskId: string;
  taskNo: string;
  lineId: string;
  itemId: string;
  sku: string;
  name: string;
  merchant: string;
  parcelNo: string;
  serial: string;
  shipped: boolean;
};

type FieldProps = {
  label: string;
  value: string;
  mono?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onChange: (value: string) => void;
  /** Called on Enter, which a scanner sends after each code. */
  onEnter: () => void;
};

function Field({ label, value, mono, input, onChange, onEnter }: FieldProps) {
  const id = useId();
  return (
    <div className="m-stack">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={input}
        className={mono ? 'm-input m-mono' : 'm-input'}
        autoComplete="off"
        maxLength={mono ? 64 : 200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}

type PiecesProps = { pieces: readonly Piece[]; chosen: Piece | undefined; onChoose: (piece: Piece) => void };

/** The pieces with the old serial number. Usually one, but several items may use the same number. */
function Pieces({ pieces, chosen, onChoose }: PiecesProps) {
  const t = useT();
  return (
    <ul className="sn-pieces">
      {pieces.map((piece) => {
        const to = recordPath('tasks', piece.taskId, mayOpen);
        return (
          <li key={piece.lineId}>
            <label>
              <input type="radio" name="piece" checked={piece === chosen} onChange={() => onChoose(piece)} />{' '}
              <b className="m-mono">{piece.sku}</b> {piece.name}
            </label>
            <p className="m-quiet">
              {piece.merchant} · {to ? <Link to={to}>{piece.taskNo}</Link> : piece.taskNo} ·{' '}
              {t('serials.swap.parcel', { no: piece.parcelNo })}{' '}
              <StatusTag meaning={piece.shipped ? 'done' : 'work'}>{t(`serials.states.${piece.shipped ? 'shipped' : 'packed'}`)}</StatusTag>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** `/wms/swapSN`: replaces the serial number of a packed or shipped piece that was recorded wrongly. */
export function SwapPage() {
  const t = useT();
  const [params] = useSearchParams();
  const item = params.get('item');
  const [old, setOld] = useState(params.get('old') ?? '');
  const [fresh, setFresh] = useState('');
  const [reason, setReason] = useState('');
  const [pieces, setPieces] = useState<readonly Piece[] | null>(null);
  const [chosen, setChosen] = useState<Piece>();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [oldInput, freshInput, reasonInput] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];

  const find = async (number: string): Promise<void> => {
    if (number === '') return;
    const all = await request<Piece[]>('GET', '/v0/p11yorders/packedSerials', { q: number });
    const ofItem = all.filter(({ itemId }) => itemId === item);
    const found = ofItem.length > 0 ? ofItem : all;
    setPieces(found);
    setChosen(found.length === 1 ? found[0] : undefined);
    if (found.length > 0) freshInput.current?.focus();
  };
  const first = useRef(old);
  useEffect(function startWithTheNumberOfTheList() {
    if (first.current === '') oldInput.current?.focus();
    else find(first.current.trim()).catch(() => undefined);
    // Runs once. Later numbers are looked up when they are entered.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const ready = chosen !== undefined && fresh.trim() !== '' && fresh.trim() !== chosen.serial && reason.trim() !== '';
  const exchange = async (): Promise<void> => {
    if (!chosen || !ready) return;
    setBusy(true);
    setFault('');
    try {
      const q = JSON.stringify({ lineId: chosen.lineId, old: chosen.serial, new: fresh.trim(), reason: reason.trim() });
      await request('GET', '/v0/p11yorders/swapSN', { params: { id: chosen.taskId, q }, handles: ['StateRefused'] });
      showNotice({ kind: 'success', title: t('serials.swap.done', { old: chosen.serial, fresh: fresh.trim(), no: chosen.taskNo }) });
      for (const clear of [setOld, setFresh, setReason]) clear('');
      setPieces(null);
      setChosen(undefined);
      oldInput.current?.focus();
    } catch (error) {
      // The call already showed any other error.
      if (isCallError(error, 'StateRefused')) setFault(await reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="sn-swap m-stack">
      <h1>{t('serials.swap.title')}</h1>
      <p className="m-quiet">{t('serials.swap.text')}</p>
      <Field
        label={t('serials.swap.old')}
        mono
        input={oldInput}
        value={old}
        onChange={(value) => {
          setOld(value);
          setPieces(null);
          setChosen(undefined);
        }}
        onEnter={() => void find(old.trim()).catch(() => undefined)}
      />
      {pieces === null ? (
        <p>
          <Button disabled={old.trim() === ''} onClick={() => void find(old.trim()).catch(() => undefined)}>
            {t('serials.swap.find')}
          </Button>
        </p>
      ) : null}
      {pieces?.length === 0 ? (
        <p className="m-fault" role="alert">
          {t('serials.swap.none', { old: old.trim() })}
        </p>
      ) : null}
      {pieces && pieces.length > 0 ? (
        <>
          <Pieces pieces={pieces} chosen={chosen} onChoose={setChosen} />
          <Field
            label={t('serials.swap.fresh')}
            mono
            input={freshInput}
            value={fresh}
            onChange={setFresh}
            onEnter={() => reasonInput.current?.focus()}
          />
          <Field
            label={t('serials.fields.swapReason')}
            input={reasonInput}
            value={reason}
            onChange={setReason}
            onEnter={() => void exchange()}
          />
          {fault ? (
            <p className="m-fault" role="alert">
              {fault}
            </p>
          ) : null}
          {chosen && ready ? (
            <p>{t('serials.swap.what', { old: chosen.serial, fresh: fresh.trim(), no: chosen.taskNo, parcel: chosen.parcelNo })}</p>
          ) : null}
          <p>
            <Button type="primary" disabled={!ready} loading={busy} onClick={() => void exchange()}>
              {t('serials.actions.swap')}
            </Button>
          </p>
        </>
      ) : null}
    </div>
  );
}

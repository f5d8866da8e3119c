import { type FormEvent, useState } from 'react';
import type { Reply } from '#contract/scanning/station/profile-rules';
import type { ReceiptUnits as Receipt } from '#contract/scanning/station/receipt-units';
import { useT } from '../../providers/i18n.ts';
import { readStored, writeStored } from '../../providers/storage.ts';
import { Sheet } from './Sheet.tsx';
import './receipt-units.css';

const UNITS = ['pallets', 'boxes'] as const;
type Unit = (typeof UNITS)[number];
type Typed = Record<Unit, string>;
const MOST = 10_000;
const NONE = '–';

const textOf = (count: number | null): string => (count === null ? '' : String(count));
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));
/** Digits only, without zeros in front, and within what the server takes. */
function clean(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 5);
  return digits === '' ? '' : String(Math.min(MOST, Number(digits)));
}

type SheetProps = { receipt: Receipt; onSave: (pallets: number | null, boxes: number | null) => void; onClose: () => void };

function UnitsSheet({ receipt, onSave, onClose }: SheetProps) {
  const t = useT();
  const [typed, setTyped] = useState<Typed>({ pallets: textOf(receipt.pallets), boxes: textOf(receipt.boxes) });
  /** The field that the keys type into. Its first key replaces the figure that stood there. */
  const [chosen, setChosen] = useState<{ unit: Unit; untouched: boolean }>({ unit: 'pallets', untouched: true });
  const set = (unit: Unit, text: string): void => {
    setChosen({ unit, untouched: false });
    setTyped({ ...typed, [unit]: clean(text) });
  };
  const press = (key: string): void => set(chosen.unit, chosen.untouched ? key : typed[chosen.unit] + key);
  const add = (unit: Unit, more: number): void => set(unit, String(Math.max(0, Number(typed[unit]) + more)));
  const isEmpty = typed.pallets + typed.boxes === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isEmpty) onSave(numberOf(typed.pallets), numberOf(typed.boxes));
  };
  return (
    <Sheet title={t('scan.units.title', { no: receipt.no })} onClose={onClose}>
      <form className="s-pad s-units" onSubmit={submit}>
        {UNITS.map((unit) => (
          <div key={unit} role="group" aria-label={t(`scan.units.${unit}`)} data-chosen={unit === chosen.unit}>
            <span>{t(`scan.units.${unit}`)}</span>
            <button type="button" className="s-button" aria-label={t('scan.units.less')} onClick={() => add(unit, -1)}>
              −
            </button>
            <input
              className="s-field"
              aria-label={t(`scan.units.${unit}`)}
              inputMode="none"
              autoComplete="off"
              placeholder={NONE}
              value={typed[unit]}
              onFocus={(event) => {
                event.target.select();
                setChosen({ unit, untouched: true });
              }}
              onChange={(event) => set(unit, event.target.value)}
            />
            <button type="button" className="s-button" aria-label={t('scan.units.more')} onClick={() => add(unit, 1)}>
              +
            </button>
          </div>
        ))}
        <div className="s-keys" data-signs="0">
          {['7', '8', '9', '4', '5', '6', '1', '2', '3', '0'].map((key) => (
            <button key={key} type="button" className="s-button" onClick={() => press(key)}>
              {key}
            </button>
          ))}
          <button
            type="button"
            className="s-button"
            aria-label={t('scan.station.erase')}
            onClick={() => set(chosen.unit, typed[chosen.unit].slice(0, -1))}
          >
            ⌫
          </button>
        </div>
        <div className="s-units-end">
          <button type="button" className="s-button" onClick={onClose}>
            {t('scan.units.skip')}
          </button>
          <button type="submit" className="s-button s-main" disabled={isEmpty}>
            {t('buttons.save')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

/** The receipt whose question was answered or skipped, so that a reload does not ask again. */
const ASKED = 'kontor-units-asked';

type Props = { receipt: Receipt; onRecord: (reply: Reply, code: string) => void };

/**
 * Pallets and cartons of the delivery that was closed here last. The station asks once, when the receipt is closed; the next scan passes the
 * question by. Afterwards the line shows what was counted and opens the question again.
 */
export function ReceiptUnits({ receipt, onRecord }: Props) {
  const t = useT();
  const [asked, setAsked] = useState(() => readStored(ASKED));
  const [opened, setOpened] = useState<string | null>(null);
  const { key, taskId, no, counted } = receipt;
  const close = (): void => {
    writeStored(ASKED, key);
    setAsked(key);
    setOpened(null);
  };
  const save = (pallets: number | null, boxes: number | null): void => {
    close();
    const params = { no, pallets: pallets ?? NONE, boxes: boxes ?? NONE };
    onRecord({ feedback: 'unitsCounted', params, commands: [{ do: 'countUnits', taskId, pallets, boxes }] }, no);
  };
  const figures = { no, pallets: receipt.pallets ?? NONE, boxes: receipt.boxes ?? NONE };
  return (
    <>
      <div className="s-receipt" role="status">
        <span>{t(counted ? 'scan.units.counted' : 'scan.units.open', figures)}</span>
        <button type="button" className="s-button" onClick={() => setOpened(key)}>
          {t(counted ? 'scan.units.correct' : 'scan.units.count')}
        </button>
      </div>
      {(opened === key || (receipt.isNewest && asked !== key)) && <UnitsSheet receipt={receipt} onSave={save} onClose={close} />}
    </>
  );
}

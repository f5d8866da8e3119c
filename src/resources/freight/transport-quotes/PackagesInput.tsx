import { type ClipboardEvent, useState } from 'react';
import type { CellSpec, FieldOf } from '#contract/core/mask';
import { type PieceLine, readPieceLines, readPieces, writePieceLines } from '#contract/freight/pieces';
import { LinesInput } from '../../../core/mask/inputs/LinesInput.tsx';
import { inputOf } from '../../../core/mask/inputs/registry.tsx';
import { asNumber, asText, type FieldContext, type Row } from '../../../core/mask/kinds/kind.ts';
import type { EditorProps } from '../../../core/mask/parts.ts';
import { newId } from '../../../providers/new-id.ts';

const column = (name: string): string => `transportQuotes.columns.${name}`;
/** Sizes in centimetres with one decimal place, 20 m at most; weight in kilograms with two. The heads name the unit. */
const size = (name: string): CellSpec => ({ kind: 'decimal', label: column(name), scale: 1, min: 1, max: 20_000, width: 96 });
const COLUMNS: Record<string, CellSpec> = {
  qty: { kind: 'number', label: column('qty'), min: 1, max: 9999, width: 88 },
  length: size('length'),
  width: size('width'),
  height: size('height'),
  weight: { kind: 'decimal', label: column('weight'), scale: 2, min: 1, max: 9_999_999, width: 120 },
  stackable: { kind: 'boolean', label: column('stackable'), default: false, width: 96 },
};
const EMPTY: PieceLine = { qty: null, length: null, width: null, height: null, weight: null, stackable: false };

const lineOf = (row: Row): PieceLine => ({
  qty: asNumber(row['qty']),
  length: asNumber(row['length']),
  width: asNumber(row['width']),
  height: asNumber(row['height']),
  weight: asNumber(row['weight']),
  stackable: row['stackable'] === true,
});
/** The lines of a text. An empty text has one empty line to type in. */
function rowsOf(text: string): Row[] {
  const lines = readPieceLines(text);
  return (lines.length > 0 ? lines : [EMPTY]).map((line, at) => ({ id: String(at), ...line }));
}

/**
 * The packages of a transport as lines with number, size and weight; the value is the text that forwarders write. A list in that form can
 * be pasted. While a line is not complete, the text cannot be read and the form is not saved.
 */
export function PackagesInput({ field, value, unread, onChange, onUnread, ...props }: EditorProps) {
  const text = unread ?? asText(value);
  const [held, setHeld] = useState<{ text: string; rows: Row[] }>();
  const rows = held && held.text === text ? held.rows : rowsOf(text);
  const put = (next: Row[]): void => {
    const written = writePieceLines(next.map(lineOf));
    setHeld({ text: written.text, rows: next });
    if (written.complete) onChange(written.text);
    else onUnread(written.text, 'transportQuotes.help.incomplete');
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (readPieces(pasted).length === 0) return;
    event.preventDefault();
    const typed = rows.filter((row) => writePieceLines([lineOf(row)]).text !== '');
    put([...typed, ...readPieceLines(pasted).map((line) => ({ id: newId(), ...line }))]);
  };
  const spec: FieldOf<'lines'> = { kind: 'lines', label: field.spec.label, columns: COLUMNS, max: 60 };
  const lines: FieldContext<FieldOf<'lines'>> = { ...field, spec };
  return (
    <div onPaste={onPaste}>
      <LinesInput
        {...props}
        field={lines}
        value={rows}
        unread={undefined}
        inputOf={inputOf}
        onChange={(next) => put(Array.isArray(next) ? next : [])}
        onUnread={(_, rule, params) => onUnread(writePieceLines(rows.map(lineOf)).text, rule, params)}
      />
    </div>
  );
}

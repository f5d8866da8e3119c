/** What a spreadsheet would take for a formula, and is no number. */
const FORMULA = /^(?=[=+\-@\t\r])(?!-?[\d.,]+$)/;
const cellOf = (text: string): string => `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;

/** Hands the reader a file. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** Hands the reader a table as a file. A byte-order mark and semicolons: what spreadsheets of this part of the world open as a table. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const text = `\uFEFF${lines.map((cells) => cells.map(cellOf).join(';')).join('\r\n')}\r\n`;
  saveFile(`${name}.csv`, new Blob([text], { type: 'text/csv' }));
}

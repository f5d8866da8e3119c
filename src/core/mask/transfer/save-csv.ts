/** Text that a spreadsheet would read as a formula, except numbers. */
const FORMULA = /^(?=[=+\-@\t\r])(?!-?[\d.,]+$)/;
const cellOf = (text: string): string => `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;

/** Saves a file as a download. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** Saves a table as a CSV download, with byte-order mark and semicolons, as European spreadsheets expect. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const text = `\uFEFF${lines.map((cells) => cells.map(cellOf).join(';')).join('\r\n')}\r\n`;
  saveFile(`${name}.csv`, new Blob([text], { type: 'text/csv' }));
}

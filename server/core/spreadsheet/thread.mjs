// The thread that reads and writes spreadsheets. The libraries take a whole sheet at once: of 100,000 rows that is several seconds, in which a
// process would answer nobody. Plain JavaScript, because a thread starts from a file, in the sources and in the bundled server alike.
import { parentPort, workerData } from 'node:worker_threads';
import readXlsxFile from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';

/** Cells of one message, which the process reads in one step. */
const A_MESSAGE = 5_000;

/** @param {Uint8Array} bytes */
async function read(bytes) {
  const found = await readXlsxFile(Buffer.from(bytes));
  // Newer versions of the library return a list of sheets, older ones the rows of the first.
  const [first] = found;
  const rows = first && !Array.isArray(first) && Array.isArray(first.data) ? first.data : found;
  const step = Math.max(1, Math.floor(A_MESSAGE / (rows[0]?.length || 1)));
  for (let at = 0; at < rows.length; at += step) parentPort.postMessage({ rows: rows.slice(at, at + step) });
  parentPort.postMessage({ done: true });
}

/** A cell as the library wants it: texts stay texts, also those that look like numbers. */
function written(cell) {
  if (cell === null) return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  if (typeof cell !== 'object') return { value: cell };
  return { ...cell, type: cell.value instanceof Date ? Date : Number };
}

function write({ sheet, head, widths }) {
  const rows = [head.map((value) => ({ value, fontWeight: 'bold' }))];
  const end = async () => {
    const columns = widths ? { columns: widths.map((width) => ({ width })) } : {};
    const bytes = new Uint8Array(await writeXlsxFile(rows, { sheet, stickyRowsCount: 1, ...columns }).toBuffer());
    parentPort.postMessage({ bytes }, [bytes.buffer]);
  };
  parentPort.on('message', ({ rows: more }) => {
    if (more) for (const row of more) rows.push(row.map(written));
    else void end();
  });
}

if (workerData.read) await read(workerData.read);
else write(workerData.write);

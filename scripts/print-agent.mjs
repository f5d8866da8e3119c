// The print agent: a small program beside a printer. The browser hands it files, it hands them on to the printer; nothing else can.
// It speaks HTTP on 127.0.0.1:9100, which is not the raw port 9100 of a label printer.
//   npm run print-agent                                  prints through CUPS where `lp` is present
//   npm run print-agent -- --folder ./printed            writes files into a folder instead, one below it for each printer
import { randomBytes, randomInt } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cups, folder, hasCups } from './print-agent/outputs.mjs';
import { createAgent } from './print-agent/server.mjs';
import { openStore } from './print-agent/store.mjs';

const HELP = `npm run print-agent [-- options]

  --folder <path>     write files into this folder; without it CUPS prints, or ./printed where there is no CUPS
  --printers <a,b>    names of the folder's printers (default: Labels,Documents)
  --data <path>       where pairings and the ids of printed jobs are kept (default: ~/.kontor-print-agent)
  --port <number>     another port (default: 9100; the browser looks for it there)
  --allow <origin>    an address that may print without pairing, may be given more than once`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    printers: { type: 'string', default: 'Labels,Documents' },
    data: { type: 'string', default: join(homedir(), '.kontor-print-agent') },
    port: { type: 'string', default: '9100' },
    allow: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

const PAIRING_TRIES = 5;
const PAIRING_PAUSE = 60_000;

/** Six digits in the terminal; after five wrong ones a new code and a minute's pause, so that no page guesses it. */
function openPairing() {
  let code = '';
  let tries = 0;
  let closedUntil = 0;
  const renew = () => {
    code = String(randomInt(0, 1_000_000)).padStart(6, '0');
    tries = 0;
    console.log(`Pairing code: ${code}`);
  };
  renew();
  return {
    token: () => randomBytes(32).toString('base64url'),
    accepts(given, now = Date.now()) {
      if (now < closedUntil) return false;
      if (given === code) {
        renew();
        return true;
      }
      tries += 1;
      if (tries >= PAIRING_TRIES) {
        closedUntil = now + PAIRING_PAUSE;
        renew();
      }
      return false;
    },
  };
}

async function main() {
  if (values.help) return console.log(HELP);
  const store = await openStore(resolve(values.data));
  const useFolder = values.folder !== undefined || !(await hasCups());
  const target = resolve(values.folder ?? 'printed');
  const output = useFolder
    ? await folder(
        target,
        values.printers.split(',').map((name) => name.trim()),
      )
    : cups(join(resolve(values.data), 'spool'));
  const server = createAgent({ store, output, allowed: values.allow, pairing: openPairing(), log: (line) => console.log(line) });
  server.on('error', (error) => {
    console.error(
      error.code === 'EADDRINUSE' ? `Port ${values.port} is taken: an agent runs already, or a printer server does.` : error.message,
    );
    process.exitCode = 1;
  });
  server.listen(Number(values.port), '127.0.0.1', () => {
    console.log(`Print agent listens on http://127.0.0.1:${server.address().port}`);
    console.log(useFolder ? `Files go to ${target}` : 'Prints through CUPS (lp)');
    console.log('Type the pairing code in Kontor, Settings, Printers.');
  });
  const close = () => {
    server.close();
    server.closeIdleConnections();
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

await main();

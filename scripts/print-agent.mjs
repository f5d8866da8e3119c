// The print agent: a small program beside a printer. The browser hands it files, it hands them on to the printer; nothing else can.
// It speaks HTTP on 127.0.0.1:9100, which is not the raw port 9100 of a label printer.
//   npm run print-agent                                  prints through CUPS where `lp` is present, on Windows through the spooler
//   npm run print-agent -- --raw Zebra=192.168.1.50:9100   sends files as they are to a label printer in the network
//   npm run print-agent -- --folder ./printed            writes files into a folder instead, one below it for each printer
import { randomBytes, randomInt } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cups, folder, hasCups, rawPorts, together, windowsSpooler } from './print-agent/outputs.mjs';
import { createAgent } from './print-agent/server.mjs';
import { openStore } from './print-agent/store.mjs';

const HELP = `npm run print-agent [-- options]

  --folder <path>     write files into this folder; without it CUPS or the Windows spooler prints, or ./printed where there is neither
  --raw <name=host:port>  a label printer in the network, which gets files as they are; may be given more than once
  --printers <a,b>    names of the folder's printers (default: Labels,Documents)
  --data <path>       where pairings and the ids of printed jobs are kept (default: ~/.kontor-print-agent)
  --port <number>     another port (default: 9100; the browser looks for it there)
  --allow <origin>    an address that may print without pairing, may be given more than once`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    raw: { type: 'string', multiple: true, default: [] },
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

/** What this computer prints on, and the same in words. */
async function outputsOf({ data, folder: asked, printers, raw }) {
  const spool = join(resolve(data), 'spool');
  const ports = raw.length > 0 ? [{ output: rawPorts(raw), said: `Sends to ${raw.join(', ')}` }] : [];
  const target = resolve(asked ?? 'printed');
  const names = printers.split(',').map((name) => name.trim());
  const main = async () => {
    if (asked === undefined && process.platform === 'win32')
      return [{ output: windowsSpooler(spool), said: 'Prints through the Windows spooler' }];
    if (asked === undefined && (await hasCups())) return [{ output: cups(spool), said: 'Prints through CUPS (lp)' }];
    // Who named a printer in the network and no folder wants no folder.
    return asked === undefined && raw.length > 0 ? [] : [{ output: await folder(target, names), said: `Files go to ${target}` }];
  };
  const all = [...ports, ...(await main())];
  return { output: together(all.map(({ output }) => output)), said: all.map(({ said }) => said) };
}

async function main() {
  if (values.help) return console.log(HELP);
  const store = await openStore(resolve(values.data));
  const { output, said } = await outputsOf(values);
  const server = createAgent({ store, output, allowed: values.allow, pairing: openPairing(), log: (line) => console.log(line) });
  server.on('error', (error) => {
    console.error(
      error.code === 'EADDRINUSE' ? `Port ${values.port} is taken: an agent runs already, or a printer server does.` : error.message,
    );
    process.exitCode = 1;
  });
  server.listen(Number(values.port), '127.0.0.1', () => {
    console.log(`Print agent listens on http://127.0.0.1:${server.address().port}`);
    for (const line of said) console.log(line);
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

// `npm run rigs:mutate`: takes one guard of the warehouse out at a time and requires that a rig goes red (reliability.md R6).
// Works on a copy in a temporary folder; `npm run rigs:mutate -- lock` runs only what has that word in its name.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const APPLY = 'server/scan/apply.ts';

/** Each `out` must stand in its file exactly once. */
const MUTATIONS = [
  {
    name: 'known scans are not looked up',
    rig: 'scan-storm',
    file: APPLY,
    out: 'const answered = await firstAnswers(tx, batch.events);',
    in: 'const answered = new Map<string, ScanVerdict>(); void firstAnswers;',
  },
  {
    name: 'no lock on the device',
    rig: 'one-device',
    file: APPLY,
    out: 'select last_seq from scan_devices where id = ${batch.deviceId}::uuid for update',
    in: 'select last_seq from scan_devices where id = ${batch.deviceId}::uuid',
  },
  {
    name: 'numbers after a gap are taken',
    rig: 'one-device',
    file: APPLY,
    out: 'else if (event.seq !== last + 1)',
    in: 'else if (event.seq <= last)',
  },
  {
    name: 'scan and stock in two transactions',
    rig: 'crash-loop',
    file: 'server/http/write.ts',
    out: 'again(() => db.transaction((tx) => run(tx as unknown as Db)))',
    in: 'again(() => run(db))',
  },
  {
    name: 'no guard on the balance',
    rig: 'scan-storm',
    file: 'server/stock/stock.sql',
    out: 'where id = source and on_hand - reserved >= r.qty;',
    in: 'where id = source;',
  },
  {
    name: 'the index of serial numbers guards nothing',
    rig: 'race',
    file: 'server/db/migrations/0001_warehouse.sql',
    out: `WHERE serial <> '' and on_hand > 0;`,
    in: `WHERE serial <> '' and on_hand > 1;`,
  },
  {
    name: 'a picked piece may be picked again',
    rig: 'race',
    file: 'server/scan/acts/pick.ts',
    out: `if (row['open'] !== true || left(row) < act.qty) {`,
    in: `if (left(row) > 1_000_000) {`,
  },
  {
    name: 'a parcel that is gone may go again',
    rig: 'race',
    file: 'server/scan/acts/ship.ts',
    out: `if (GONE.includes(parcel['state'] as string))`,
    in: `if (GONE.length === 0)`,
  },
  {
    name: 'undo forgets the order line',
    rig: 'stock-model',
    file: 'server/scan/context.ts',
    out: `c.effects.push({ kind: 'line', id: lineId, add });`,
    in: '',
  },
  {
    name: 'undo forgets whom the goods were held for',
    rig: 'race',
    file: 'server/scan/acts/undo.ts',
    out: 'userId: c.userId }, holds)',
    in: 'userId: c.userId }, {})',
  },
  {
    name: 'undo does not see what came in the same batch',
    rig: 'one-device',
    file: APPLY,
    out: "if (event.act.do === 'undo') await keepSoFar();",
    in: '',
  },
  {
    name: 'undo does not lock what it takes back',
    rig: 'race',
    file: APPLY,
    out: 'order by id for no key update`);',
    in: 'order by id`);',
  },
  {
    name: 'the queue goes on without a session',
    rig: 'scan-storm',
    file: 'src/scan/queue/sender.ts',
    out: 'if (reply.status === 401 || reply.status === 403)',
    in: 'if (reply.status === 401)',
  },
  {
    name: 'the queue takes a scan as confirmed before the answer',
    rig: 'scan-storm',
    file: 'src/scan/queue/sender.ts',
    out: "return { outcome: 'offline', code: 'Network' };",
    in: "await store.settle(batch.map(({ id, seq }) => ({ id, noted: false, verdict: { id, seq, outcome: 'applied', why: null, params: {} } })));\n      return { outcome: 'offline', code: 'Network' };",
  },
];

const copy = mkdtempSync(join(tmpdir(), 'kontor-mutation-'));
// Started as root, PostgreSQL runs as a user who must get in.
chmodSync(copy, 0o755);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const folder of ['contract', 'print', 'public', 'server', 'src', 'tests'])
  cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
for (const file of readdirSync(ROOT).filter((name) => /^(package|tsconfig.*|vitest\.config)\.(json|ts)$/.test(name)))
  cpSync(join(ROOT, file), join(copy, file));
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

/** How many tests failed; null where the rig did not run at all, which proves nothing. */
function failures(rig) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--project', 'faults', '--bail', '1', '--reporter', 'json', '--outputFile', report, `tests/faults/${rig}.test.ts`];
  spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd: copy, stdio: 'ignore' });
  try {
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const first = testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed');
    if (numFailedTests + numPassedTests === 0) return null;
    return { failed: numFailedTests, first: first?.title ?? '', said: first?.failureMessages?.[0]?.split('\n')[0] ?? '' };
  } catch {
    return null;
  }
}

function mutate({ name, file, out, in: put }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(out).length !== 2) throw new Error(`${name}: ${file} does not have its text exactly once`);
  writeFileSync(
    path,
    text.replace(out, () => put),
  );
  return () => writeFileSync(path, text);
}

const word = process.argv[2] ?? '';
const chosen = MUTATIONS.filter(({ name }) => name.includes(word));
let wrong = 0;
for (const rig of new Set(chosen.map(({ rig }) => rig))) {
  const result = failures(rig);
  if (result?.failed !== 0) throw new Error(`${rig} is not green by itself: ${JSON.stringify(result)}`);
}
console.log('| taken out | rig | went red | by |\n| --- | --- | --- | --- |');
for (const mutation of chosen) {
  const restore = mutate(mutation);
  const result = failures(mutation.rig);
  restore();
  const red = result !== null && result.failed > 0;
  if (!red) wrong += 1;
  console.log(
    `| ${mutation.name} | ${mutation.rig} | ${result === null ? 'did not run' : red ? 'yes' : '**no**'} | ${result?.first ?? ''} |`,
  );
  if (red && process.env['VERBOSE']) console.error(`  ${result.said}`);
}
process.exitCode = wrong > 0 ? 1 : 0;

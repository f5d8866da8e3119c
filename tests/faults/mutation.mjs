// `npm run rigs:mutate`: takes one guard out at a time and requires that a test fails (reliability.md R6). First those of rows, calls and audit,
// which one running server switches off (tests/guards, part of `npm test` too); then those of warehouse, books, prices, bills and bank, in a copy in a temporary folder.
// `npm run rigs:mutate -- guards` runs only the former, `npm run rigs:mutate -- lock` only what has that word in its name.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const APPLY = 'server/modules/scanning/apply.ts';

/** Each `out` must stand in its file exactly once. `rig` is a file of tests/faults, or of another project with its folder before it. */
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
    out: 'select last_seq from scan_devices where id = ${id}::uuid for update',
    in: 'select last_seq from scan_devices where id = ${id}::uuid',
  },
  {
    name: 'numbers after a gap are taken',
    rig: 'one-device',
    file: APPLY,
    out: 'seq === last + 1',
    in: 'seq > last',
  },
  {
    name: 'scan and stock in two transactions',
    rig: 'crash-loop',
    file: 'server/core/http/write.ts',
    out: 'again(() => db.transaction((tx) => run(tx as unknown as Db)))',
    in: 'again(() => run(db))',
  },
  {
    name: 'no guard on the balance',
    rig: 'scan-storm',
    file: 'server/modules/stock/move-functions.sql',
    out: 'where id = source and on_hand - reserved >= r.qty;',
    in: 'where id = source;',
  },
  {
    name: 'the index of serial numbers guards nothing',
    rig: 'race',
    file: 'server/core/db/migrations/0000_start.sql',
    out: `WHERE serial <> '' and on_hand > 0;`,
    in: `WHERE serial <> '' and on_hand > 1;`,
  },
  {
    name: 'a picked piece may be picked again',
    rig: 'race',
    file: 'server/modules/scanning/commands/pick.ts',
    out: 'if (!row.open || left(row) < act.qty) {',
    in: `if (left(row) > 1_000_000) {`,
  },
  {
    name: 'a parcel that is gone may go again',
    rig: 'race',
    file: 'server/modules/scanning/commands/ship.ts',
    out: 'if (GONE.includes(parcel.state))',
    in: `if (GONE.length === 0)`,
  },
  {
    name: 'undo forgets the order line',
    rig: 'stock-model',
    file: 'server/modules/scanning/context.ts',
    out: `c.effects.push({ kind: 'line', id: lineId, add });`,
    in: '',
  },
  {
    name: 'undo forgets whom the goods were held for',
    rig: 'race',
    file: 'server/modules/scanning/commands/undo.ts',
    out: 'userId: c.userId }, holds)',
    in: 'userId: c.userId }, {})',
  },
  {
    name: 'undo does not see what came in the same batch',
    rig: 'one-device',
    file: APPLY,
    out: "if (run[0]?.act.do === 'undo') {",
    in: 'if (kept < 0) {',
  },
  {
    name: 'undo does not lock what it takes back',
    rig: 'race',
    file: APPLY,
    out: '${uuids(undone)}) order by id for no key update`',
    in: '${uuids(undone)}) order by id`',
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
  {
    name: 'books: entries of a closed month are taken',
    rig: 'api/book-periods',
    file: 'server/modules/money/period-triggers.sql',
    out: 'if closed is null then return null; end if;',
    in: 'return null;',
  },
  {
    name: 'books: a posting does not wait for a closing',
    rig: 'api/book-periods',
    file: 'server/modules/money/period-triggers.sql',
    out: 'from book_periods where month = first for share;\n  if found_state is null then',
    in: 'from book_periods where month = first;\n  if found_state is null then',
  },
  {
    name: 'books: a credit is rounded by itself',
    rig: 'unit/money/credit',
    file: 'contract/money/document-sums.ts',
    out: 'qty: before.qty + line.qty }, currency) - before.net',
    in: 'qty: line.qty }, currency)',
  },
  {
    name: 'prices: those of an active tariff are changed',
    rig: 'api/pricing',
    file: 'server/modules/trade/frozen-tariffs.sql',
    out: `if state = 'active' then`,
    in: 'if false then',
  },
  {
    name: 'prices: a reversal is not negated',
    rig: 'unit/pricing',
    file: 'contract/trade/price.ts',
    out: 'quantity: -part.quantity',
    in: 'quantity: part.quantity',
  },
  {
    name: 'prices: bands forget what they count together',
    rig: 'unit/pricing',
    file: 'contract/trade/price.ts',
    out: '}[rule.per];',
    in: '}.fact;',
  },
  {
    name: 'books: a line is handed to the accountant twice',
    rig: 'api/datev-export',
    file: 'server/modules/money/posting-triggers.sql',
    out: 'where batch_id is null and booked_on between first_day and last_day',
    in: 'where booked_on between first_day and last_day',
  },
  {
    name: 'billing: a fact is charged again by the next collection',
    rig: 'api/charges',
    file: 'server/modules/billing/collect-charges.ts',
    out: 'and not exists (select from charges c where ${chargeOf({ id, source })})\n      on conflict',
    in: '\n      on conflict',
  },
  {
    name: 'billing: a charge that is taken back is not negated',
    rig: 'api/charges-property',
    file: 'server/modules/billing/collect-charges.ts',
    out: 'parcel_id, -qty, facts',
    in: 'parcel_id, qty, facts',
  },
  {
    name: 'billing: a merchant of a run is posted again',
    rig: 'api/billing-runs',
    file: 'server/modules/billing/post-run.ts',
    out: 'if (!run || !row || row.postedAt !== null) return;',
    in: 'if (!run || !row) return;',
  },
  {
    name: 'bank: of two documents that fit equally well the first is taken',
    rig: 'unit/bank/match',
    file: 'contract/bank/match.ts',
    out: 'const single = equal.length === 1 ? equal[0] : undefined;',
    in: 'const single = equal[0];',
  },
  {
    name: 'bank: an entry that is known is stored again',
    rig: 'api/bank-statements',
    file: 'server/modules/bank/import-statement.ts',
    out: "const wanted = read.entries.filter(({ status }) => status === 'new' || (status === 'alike' && alike === 'store'));",
    in: 'const wanted = read.entries;',
  },
];

const word = process.argv[2] ?? '';
let wrong = 0;

/** Runs tests and answers their report; null where none ran, which proves nothing. */
function report(cwd, project, more = []) {
  const file = join(copy, 'report.json');
  rmSync(file, { force: true });
  const args = ['run', '--project', project, '--reporter', 'json', '--outputFile', file, ...more];
  spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd, stdio: 'ignore' });
  try {
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const tests = testResults.flatMap((one) => one.assertionResults);
    return numFailedTests + numPassedTests === 0 ? null : { failed: numFailedTests, tests };
  } catch {
    return null;
  }
}

const copy = mkdtempSync(join(tmpdir(), 'kontor-mutation-'));
// Started as root, PostgreSQL runs as a user who must get in.
chmodSync(copy, 0o755);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const folder of ['contract', 'print', 'public', 'server', 'src', 'tests'])
  cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
for (const file of readdirSync(ROOT).filter((name) => /^(package|tsconfig.*|vitest\.config)\.(json|ts)$/.test(name)))
  cpSync(join(ROOT, file), join(copy, file));
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

/** How many tests failed, and the first of them. */
function failures(rig) {
  const path = rig.includes('/') ? rig : `faults/${rig}`;
  const result = report(copy, path.split('/')[0], ['--bail', '1', `tests/${path}.test.ts`]);
  const first = result?.tests.find(({ status }) => status === 'failed');
  return result && { failed: result.failed, first: first?.title ?? '', said: first?.failureMessages?.[0]?.split('\n')[0] ?? '' };
}

/** Tests of these groups remove a guard and fail where nothing shows it. */
const REMOVALS = / is missed when it is removed$/;

function guards() {
  const result = report(ROOT, 'guards');
  if (!result) throw new Error('the tests of the guards did not run');
  console.log('| removed guard, and what shows it | a test fails |\n| --- | --- |');
  for (const { ancestorTitles, title, status } of result.tests)
    if (ancestorTitles.some((group) => REMOVALS.test(group))) console.log(`| ${title} | ${status === 'passed' ? 'yes' : '**no**'} |`);
  const others = result.tests.filter(
    ({ ancestorTitles, status }) => status === 'failed' && !ancestorTitles.some((group) => REMOVALS.test(group)),
  );
  for (const { fullName } of others) console.error(`fails with every guard in place: ${fullName}`);
  wrong += result.failed;
  console.log();
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

if (word === '' || word === 'guards') guards();
const chosen = MUTATIONS.filter(({ name }) => name.includes(word) && word !== 'guards');
for (const rig of new Set(chosen.map(({ rig }) => rig))) {
  const result = failures(rig);
  if (result?.failed !== 0) throw new Error(`${rig} is not green by itself: ${JSON.stringify(result)}`);
}
if (chosen.length > 0) console.log('| taken out | rig | went red | by |\n| --- | --- | --- | --- |');
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

/** A promise of the product. What no test and no benchmark shows of it stands in `notShown`, with the reason. */
export type PromiseOfProduct = {
  no: number;
  sentence: string;
  /** Rows of docs/benchmarks.md that measure it: heading of the table, name of the row. */
  measured?: (readonly [table: string, row: string])[];
  notShown?: string;
};

const SCANS = 'Scanning, seen from the stations';

export const PROMISES: readonly PromiseOfProduct[] = [
  { no: 1, sentence: 'A scan that the worker saw confirmed is booked exactly once, whatever the network does.' },
  {
    no: 2,
    sentence: 'A write that is sent again with its key has one effect and one answer.',
    notShown: 'the same answer is compared on a few routes only; of all others it is shown that they read the key before they write.',
  },
  {
    no: 3,
    sentence: 'A server that is killed at any moment leaves no half-booked scan, and works again without help.',
    measured: [['Started again after a kill', 'until the first page, longest']],
  },
  {
    no: 4,
    sentence: 'Of several workers on one piece one wins; the others read who was first and when.',
    notShown:
      'that the loser reads it within a second is measured, under the load of the races, and not judged: a busy machine decides on it.',
  },
  { no: 5, sentence: 'No stock appears, disappears, turns negative or lies in two places.' },
  {
    no: 6,
    sentence: 'Scans made without a network outlive reload, crash, sign-out and seven days, and are booked under their author.',
    notShown: 'no test updates the application to a newer build while scans wait.',
  },
  { no: 7, sentence: 'The screen says "saved" only after the device kept the scan, and "confirmed" only after the server answered.' },
  { no: 8, sentence: 'The scans of one device are booked in their order, and a missing one is noticed.' },
  { no: 9, sentence: 'A scan that the server refuses is never dropped and holds up no other.' },
  {
    no: 10,
    sentence: 'The live channel misses no event; after a gap the client gets what it missed, in order.',
    notShown: 'no test holds fifty clients through network faults and restarts.',
  },
  { no: 11, sentence: 'A station notices a dead connection within 30 seconds, and within 10 that it is back.' },
  { no: 12, sentence: 'Paging neither skips nor repeats a row, also among equal values and while rows are added.' },
  {
    no: 13,
    sentence: 'What is typed into a form survives a reload, and of two editors nobody overwrites the other unseen.',
    notShown: 'the two seconds within which typing is kept are not measured, and no test kills the browser over a form.',
  },
  {
    no: 14,
    sentence: 'An update interrupts nobody: the page goes on, and loads anew once where a part of it is gone.',
    notShown: 'no test runs the calls of the previous release against this one: there is no previous release.',
  },
  { no: 15, sentence: 'The browser repeats a call at most three times, only after network errors, with the same key.' },
  {
    no: 16,
    sentence: 'A long export does not hold up scanning.',
    measured: [
      ['Scans and lists beside an export', 'nothing else'],
      ['Scans and lists beside an export', 'eight exports, each with 500 labels'],
    ],
    notShown: 'no test judges the answer times, because a busy machine decides on them; test and benchmark print them.',
  },
  { no: 17, sentence: 'Nobody sees or changes what belongs to another merchant or carrier.' },
  { no: 18, sentence: 'Every right is enforced by the server, down to the field; hiding a menu entry protects nothing.' },
  {
    no: 19,
    sentence: 'Passwords cannot be guessed in bulk, and guessing locks no owner out.',
    notShown: 'equal answer times for known and unknown accounts, and scanning under a flood of sign-ins, are not measured.',
  },
  {
    no: 20,
    sentence: 'Nothing that somebody types is run as code.',
    notShown: 'no test opens every kind of page in a browser with lists of published payloads.',
  },
  {
    no: 21,
    sentence: 'Nothing that somebody types becomes part of a statement to the database.',
    notShown: 'no injection scanner runs in the tests, and no rule of the linter forbids statements built from text.',
  },
  { no: 22, sentence: 'No input makes the server fail, stop or tell its internals.' },
  { no: 23, sentence: 'A file for a spreadsheet holds no formula that somebody else wrote.' },
  {
    no: 24,
    sentence: 'A redirect never leaves the application.',
    notShown: 'published lists of redirect payloads are not part of the tests.',
  },
  {
    no: 25,
    sentence: 'Calls that the server makes cannot be turned to addresses inside the network.',
    notShown: 'no test makes a name resolve to another address between check and call; shops are reached at myshopify.com only.',
  },
  {
    no: 26,
    sentence: 'An uploaded file is checked by its content, limited in size, and never run by the browser.',
    notShown: 'published lists of malicious files and zip bombs are not part of the tests.',
  },
  { no: 27, sentence: 'A session is stored hashed, ends by idling and after twelve hours, and is dead at once when it is ended.' },
  { no: 28, sentence: 'The live channel opens only with a session from our own pages, and each hears only what it may read.' },
  {
    no: 29,
    sentence: 'The print agent prints only what our server signed, for paired pages, and each job once.',
    notShown: 'no test visits a hostile page with a browser that has an agent beside it; its requests are sent without a browser.',
  },
  {
    no: 30,
    sentence: 'Every answer carries the headers that keep foreign scripts and frames out.',
    notShown: 'no test collects violations of the policy over all pages.',
  },
  {
    no: 31,
    sentence: 'A forgotten password is reset once, by the owner of the mailbox, and tells nobody whether an account exists.',
    notShown: 'equal answer times for known and unknown addresses are not measured.',
  },
  {
    no: 32,
    sentence: 'A page of another origin can neither read nor change anything.',
    notShown: 'no test sends forms and pictures from a second origin in a browser.',
  },
  {
    no: 33,
    sentence: 'Only the packages of the lockfile are installed, by their hash, and none runs a script at installation.',
    notShown: 'known vulnerabilities and licences of dependencies are not checked by the tests, which work without a network.',
  },
  { no: 34, sentence: 'What concerns access is recorded, and no log holds a password, a token or data of rows.' },
  {
    no: 35,
    sentence: 'A client that sends too much or floods does not hold up the others.',
    notShown: 'slow requests and 10,000 connections are not measured, and expressions are not checked for slow matching by a tool.',
  },
  {
    no: 36,
    sentence: 'On a given PostgreSQL with a million orders lists and scans stay fast under mixed load.',
    measured: [
      ['List calls a second, 20 connections, 25 of 1,000,000 rows', 'Kontor'],
      [SCANS, 'scans a second, one node, 8 stations'],
    ],
    notShown: 'the mixed load of 15 minutes with 500 live clients, and what happens beyond the knee, are not measured.',
  },
  {
    no: 37,
    sentence: 'By default, server and database on two cores, 50 scans a second are confirmed within 150 ms and lists answer within 250 ms.',
    measured: [
      [SCANS, 'scan to confirmation at 50 scans/s, p99'],
      [SCANS, 'list of 25 orders while 50 scans/s run, p99'],
    ],
  },
  {
    no: 38,
    sentence: 'Nothing grows with time or with the number of rows: statements a call, memory, waiting.',
    measured: [
      ['Calls of the daily work in a young house and in an old one', 'one scan'],
      ['Calls of the daily work in a young house and in an old one', 'order list'],
    ],
    notShown: 'memory, event loop and waiting for connections over two hours are not measured.',
  },
  {
    no: 39,
    sentence: 'Backup and restore are one command each; what is restored equals what was saved, and a damaged backup is refused.',
    notShown: 'the time to restore 10 GB is not measured.',
  },
  { no: 40, sentence: 'One server opens a data folder; a killed one leaves a folder that the next start takes over.' },
  { no: 41, sentence: 'What was posted is never changed or deleted, only taken back by a document of its own.' },
  { no: 42, sentence: 'Invoice numbers have no gap and no double within their circle and year.' },
  { no: 43, sentence: 'Every change is in the audit log with who, when, before and after, and a change of the log itself is noticed.' },
  { no: 44, sentence: 'Deleted rows are hidden everywhere, come back as they were, and go for good only where nothing names them.' },
  {
    no: 45,
    sentence: 'An update brings the tables to its version, after a backup.',
    notShown: 'no test interrupts an update or starts from an older release: there is no release yet.',
  },
  { no: 46, sentence: 'The move to a PostgreSQL of the house is one command, and loses nothing.' },
  {
    no: 47,
    sentence: 'Records are kept for as long as the law asks, and may be deleted after that.',
    notShown: 'the product deletes no posted record at all (P41) and does not reckon terms, so their end cannot be tested.',
  },
  {
    no: 48,
    sentence: 'The data of one person can be exported and erased outside of records that must be kept.',
    notShown: 'the product has no command for export or erasure of one person.',
  },
  {
    no: 49,
    sentence: 'A full disk or a lost database is told clearly, leaves no half write, and ends by itself.',
    notShown: 'a jump of the clock is not tested.',
  },
];

/** The six jobs of the guided tour in the sample house, as data. Texts: tour.json under `jobs.<job>`. */
export const JOB_NAMES = ['receive', 'pack', 'ticket', 'bill', 'billMonth', 'mask'] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** A row of a list or of the versions of a mask. */
export type TourRow = { id?: string; no?: string; state?: string; at?: string };

/**
 * When a step is done: `at` the path of the screen; `seen` an element that is shown, on the screen `on` where other screens have it too; `filled` a
 * field that holds text; `record` a row that exists. `record` is a list call to which the start of the job is added as `since` names it, or whose
 * rows `fits` compares with it.
 */
export type Done =
  | { kind: 'at'; path: RegExp }
  | { kind: 'seen' | 'filled'; element: string; on?: string }
  | { kind: 'record'; area: string; call: string; since?: string; own?: string; fits?: (row: TourRow, since: string) => boolean };

export type Step = {
  key: string;
  /** The screen that "Show me" opens; with `example`, made of its row, which is empty once there is none any more. Absent: the present one. */
  path?: string | ((row: TourRow) => string);
  /** A list call whose first row is worked on. Its number is in the text. */
  example?: string;
  /** The element that is outlined. */
  element: string;
  /** Absent: the reader ends the step with "Next". */
  done?: Done;
};
export type Job = { account: string; privilege: string; start: string; steps: readonly Step[] };

const ID = '[0-9a-f-]{36}';
const scanned = (act: string): Done => ({ kind: 'record', area: 'scans', call: `scans?act=${act}`, since: 'createdAt', own: 'userId' });
/** A billing run of this reader, or one that got so far since the job began. */
const runs = (since: string, own?: string): Done => ({
  kind: 'record',
  area: 'billingRuns',
  call: 'billingRuns',
  since,
  ...(own ? { own } : {}),
});
const DESK = '.s-desk';
const TYPE_KEY = '.s-bar > div:first-child > .s-button:first-child';
const DONE_KEY = '.s-bar .s-main';
/** A station with what is worked on. */
const opening =
  (path: string) =>
  ({ no }: TourRow): string =>
    no ? `${path}?code=${no}` : path;
/** The first two steps at a station: choose a place to work, then open what is worked on. */
const atStation = (path: string, key: string, example: string): Step[] => [
  { key: 'station', path, element: `.s-choice li button:enabled, ${DESK} h1`, done: { kind: 'seen', element: DESK, on: path } },
  {
    key,
    example,
    path: opening(path),
    element: '.s-lines',
    done: { kind: 'seen', element: '.s-lines li', on: path },
  },
];
const VERSIONS = 'masken/versions?q=wms.item.list';

export const JOBS: Readonly<Record<JobName, Job>> = {
  receive: {
    account: 'warehouse',
    privilege: 'scans.read',
    start: '/wEP/arrivalScan',
    steps: [
      ...atStation('/wEP/arrivalScan', 'delivery', 'tasks?kind=inbound&status.in=receiving&status.in=receiptPending'),
      { key: 'count', element: TYPE_KEY, done: scanned('receive') },
      { key: 'close', element: DONE_KEY, done: scanned('closeReceipt') },
    ],
  },
  pack: {
    account: 'warehouse',
    privilege: 'scans.read',
    start: '/wEP/pickingScan',
    steps: [
      ...atStation('/wEP/pickingScan', 'picklist', 'picklists?state.in=open&state.in=printed'),
      { key: 'pick', element: TYPE_KEY, done: scanned('pick') },
      {
        key: 'order',
        example: 'tasks?kind=outbound&status=readyToPack',
        path: opening('/wEP/packScanOrder'),
        element: '.s-next',
        done: { kind: 'at', path: /^\/wEP\/packScanOrder$/ },
      },
      { key: 'pack', element: TYPE_KEY, done: scanned('pack') },
      { key: 'close', element: DONE_KEY, done: scanned('closeParcel') },
    ],
  },
  ticket: {
    account: 'employee',
    privilege: 'tickets.answer',
    start: '/eEP/tickets',
    steps: [
      { key: 'list', path: '/eEP/tickets', element: '.l-head', done: { kind: 'at', path: /^\/eEP\/tickets/ } },
      {
        key: 'open',
        example: 'tickets?state=waitsForUs',
        path: ({ id }) => (id ? `/eEP/tickets/${id}` : '/eEP/tickets'),
        element: '.m-record-head',
        done: { kind: 'at', path: new RegExp(`^/eEP/tickets/${ID}$`) },
      },
      { key: 'write', element: '.k-answer textarea', done: { kind: 'filled', element: '.k-answer textarea' } },
      {
        key: 'send',
        // A phone has it at the foot of the record.
        element: '.k-answer-foot .ant-btn-primary, .m-record-foot .ant-btn-primary',
        done: { kind: 'record', area: 'tickets', call: 'tickets?state=waitsForMerchant', since: 'lastMessageAt' },
      },
    ],
  },
  bill: {
    account: 'finance',
    privilege: 'invoices.create',
    start: '/sales/invoices',
    steps: [
      { key: 'list', path: '/sales/invoices', element: '.l-create', done: { kind: 'at', path: /^\/sales\/invoices/ } },
      { key: 'new', path: '/sales/invoices/new', element: '.m-record-head', done: { kind: 'at', path: /^\/sales\/invoices\/new$/ } },
      {
        key: 'fill',
        element: '.m-head-actions',
        done: { kind: 'record', area: 'invoices', call: 'invoices', since: 'createdAt', own: 'createdBy' },
      },
      { key: 'check', element: '.r-next', done: { kind: 'seen', element: '.r-next' } },
      {
        key: 'post',
        element: '.r-next button, .m-record-foot button',
        done: { kind: 'record', area: 'invoices', call: 'invoices?status=posted', since: 'postedAt' },
      },
    ],
  },
  billMonth: {
    account: 'finance',
    privilege: 'billingRuns.post',
    start: '/accounting/runs',
    steps: [
      { key: 'list', path: '/accounting/runs', element: '.l-create', done: { kind: 'at', path: /^\/accounting\/runs/ } },
      { key: 'new', element: '.l-create', done: runs('createdAt', 'createdBy') },
      { key: 'check', element: '.r-next', done: runs('checkedAt') },
      { key: 'approve', element: '.r-next', done: runs('approvedAt') },
      { key: 'post', element: '.r-next', done: runs('postedAt') },
    ],
  },
  mask: {
    account: 'admin',
    privilege: 'masken.update',
    start: '/settings/masken',
    steps: [
      { key: 'list', path: '/settings/masken', element: '.m-toolbar', done: { kind: 'at', path: /^\/(settings\/masken|maske\/edit)$/ } },
      {
        key: 'open',
        path: '/maske/edit?key=wms.item.list',
        element: '.m-tabs',
        done: { kind: 'at', path: /^\/maske\/edit$/ },
      },
      {
        key: 'columns',
        element: '.m-tabs [role=tab]:nth-child(2)',
        done: { kind: 'seen', element: '.m-tabs [role=tab]:nth-child(2)[aria-selected=true]' },
      },
      { key: 'change', element: '.m-editor-part' },
      { key: 'note', element: '.m-note input', done: { kind: 'filled', element: '.m-note input' } },
      {
        key: 'draft',
        element: '.m-head-actions button:nth-last-child(2)',
        done: { kind: 'record', area: 'masken', call: VERSIONS, fits: ({ at = '' }, since) => at >= since },
      },
      {
        key: 'publish',
        element: '.m-head-actions button:last-child',
        done: { kind: 'record', area: 'masken', call: VERSIONS, fits: ({ at = '', state }, since) => state === 'live' && at >= since },
      },
    ],
  },
};

/** The step that opened the screen on which a step is done: itself, or one before it. */
export const screenOf = (job: JobName, step: number): Step | undefined =>
  JOBS[job].steps.slice(0, step + 1).findLast(({ path }) => path !== undefined);

/** Whether two paths are of one screen, also if they are of different records. */
export const isSameScreen = (one: string, other: string): boolean => {
  const start = (path: string): string => (path.split('?')[0] ?? '').split('/').slice(0, 3).join('/');
  return start(one) === start(other);
};

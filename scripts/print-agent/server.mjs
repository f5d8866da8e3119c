// What the agent answers. It is reachable for every page that this computer's browser shows, so everything is refused that is not asked for
// by a paired address: other hosts (DNS rebinding), other origins, bodies that need no preflight, jobs that our server did not sign.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_BYTES = 20 * 1024 * 1024;
const DRAINED_BYTES = 10 * MAX_BYTES;
const ID = /^\w[\w.-]{0,199}\.(pdf|zpl|png)$/;
const HOSTS = new Set(['localhost', '127.0.0.1']);

class Refusal extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
  }
}

const originOf = (text) => {
  try {
    const { origin, protocol } = new URL(text);
    return origin === text && /^https?:$/.test(protocol) ? origin : null;
  } catch {
    return null;
  }
};

async function readJson(request) {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw new Refusal(415, 'NotJson');
  // What is too big is read to its end and forgotten: a browser that cannot send its body never hears why it was refused.
  let chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > DRAINED_BYTES) request.destroy();
    if (size > MAX_BYTES) chunks = [];
    else chunks.push(chunk);
  }
  if (size > MAX_BYTES) throw new Refusal(413, 'TooBig');
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'NotReadable');
}

const sameText = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** `<until>.<mac>` over the same text as contract/printing/jobs.ts `signedText`. */
function isSigned(key, { signature, id, printer, bytes }) {
  const [until = '', mac = ''] = typeof signature === 'string' ? signature.split('.') : [];
  if (!/^\d{1,12}$/.test(until) || Number(until) < Date.now() / 1000) return false;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const right = createHmac('sha256', key).update(['kontor-print-1', id, printer, sha256, until].join('\n')).digest('hex');
  return sameText(mac, right);
}

/** One id comes out once: the second of two at once waits for the first, and a repeat after a crash is looked up. */
function onceOnly(store, output, log) {
  const under = new Map();
  const begin = async (job) => {
    const known = await store.stateOf(job.id);
    if (known === 'printed') return 'already';
    if (known === 'begun') {
      const out = await output.isOut(job);
      if (out === null) throw new Refusal(409, 'Unknown');
      if (out) {
        await store.finish(job.id);
        return 'already';
      }
    }
    await store.begin(job.id);
    try {
      await output.print(job);
    } catch (error) {
      log(`${job.id} did not print: ${error.message}`);
      if (error.mayBeOut) throw new Refusal(409, 'Unknown');
      await store.forget(job.id);
      throw new Refusal(502, 'PrinterFailed');
    }
    await store.finish(job.id);
    log(`${job.id} printed on ${job.printer}`);
    return 'printed';
  };
  return async (job) => {
    const first = under.get(job.id);
    if (first) return first.then(() => 'already');
    const work = begin(job);
    under.set(job.id, work);
    try {
      return await work;
    } finally {
      under.delete(job.id);
    }
  };
}

export function createAgent({ store, output, allowed, pairing, log }) {
  const printOnce = onceOnly(store, output, log);

  const printJob = async (origin, body) => {
    const { printer, data, id, token, signature } = body;
    if (typeof printer !== 'string' || typeof data !== 'string' || typeof id !== 'string' || !ID.test(id))
      throw new Refusal(400, 'NotReadable');
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length === 0) throw new Refusal(400, 'NotReadable');
    if (!allowed.includes(origin)) {
      const pair = store.pairOf(origin);
      if (!pair || typeof token !== 'string' || !store.isToken(pair, token)) throw new Refusal(401, 'NotPaired');
      if (!isSigned(pair.key, { signature, id, printer, bytes })) throw new Refusal(403, 'NotSigned');
    }
    // What came out came out, also when its printer is gone by now.
    const known = (await store.stateOf(id)) !== null || (await output.printers()).includes(printer);
    if (!known) throw new Refusal(404, 'NoSuchPrinter');
    return { state: await printOnce({ printer, id, bytes }) };
  };

  const pair = async (origin, { code, key }) => {
    if (typeof code !== 'string' || typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key)) throw new Refusal(400, 'NotReadable');
    if (!pairing.accepts(code)) throw new Refusal(403, 'WrongCode');
    const token = pairing.token();
    await store.pair(origin, token, key);
    log(`Paired with ${origin}`);
    return { token };
  };

  const isKnown = (origin) => allowed.includes(origin) || store.pairOf(origin) !== null;
  /** `open`: also for addresses that are not paired yet. */
  const ROUTES = {
    'GET /status': { open: true, run: (origin) => ({ agent: 'kontor', agentId: store.agentId(origin), paired: isKnown(origin) }) },
    'GET /printers': { run: async () => ({ printers: await output.printers() }) },
    'POST /pair': { open: true, run: async (origin, request) => pair(origin, await readJson(request)) },
    'POST /': { run: async (origin, request) => printJob(origin, await readJson(request)) },
  };

  const answer = async (request) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (!HOSTS.has(host)) throw new Refusal(403, 'WrongHost');
    const origin = originOf(request.headers.origin ?? '');
    if (origin === null) throw new Refusal(403, 'WrongOrigin');
    const preflight = request.method === 'OPTIONS';
    const method = preflight ? (request.headers['access-control-request-method'] ?? '') : request.method;
    const route = ROUTES[`${method} ${(request.url ?? '').split('?')[0]}`];
    if (!route) throw new Refusal(404, 'NotFound');
    if (!route.open && !isKnown(origin)) throw new Refusal(403, 'WrongOrigin');
    return preflight ? null : route.run(origin, request);
  };

  return createServer((request, response) => {
    const send = (status, body) => {
      const origin = originOf(request.headers.origin ?? '');
      const open = ['/status', '/pair'].includes(request.url ?? '');
      response.writeHead(status, {
        vary: 'Origin',
        'cache-control': 'no-store',
        ...(origin !== null && (open || isKnown(origin))
          ? {
              'access-control-allow-origin': origin,
              'access-control-allow-methods': 'GET, POST',
              'access-control-allow-headers': 'content-type',
              'access-control-allow-private-network': 'true',
              'access-control-max-age': '600',
            }
          : {}),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      });
      response.end(body === null ? undefined : JSON.stringify(body));
    };
    answer(request).then(
      (body) => send(body === null ? 204 : 200, body),
      (error) => {
        if (!(error instanceof Refusal)) log(error.stack);
        send(error instanceof Refusal ? error.status : 500, { error: error instanceof Refusal ? error.message : 'Failed' });
      },
    );
  });
}

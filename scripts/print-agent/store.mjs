// What the agent keeps on the disk: who is paired, and which jobs were printed.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The server's signatures last minutes, so an id this old never comes again. */
const KEPT_DAYS = 60;

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** Whole or not at all, also when the power goes. */
async function writeWhole(path, content) {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}

async function readOr(path, fallback) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return fallback;
    throw error;
  }
}

export async function openStore(dir) {
  const jobs = join(dir, 'jobs');
  await mkdir(jobs, { recursive: true, mode: 0o700 });
  const file = join(dir, 'agent.json');
  /** `pairs`: origin → hash of its token and the key of its signatures. */
  const state = await readOr(file, { seed: randomBytes(32).toString('hex'), pairs: {} });
  await writeWhole(file, JSON.stringify(state, null, 2));
  for (const name of await readdir(jobs)) {
    const { mtimeMs } = await stat(join(jobs, name));
    if (Date.now() - mtimeMs > KEPT_DAYS * 86_400_000) await rm(join(jobs, name));
  }
  const mark = (id) => join(jobs, hash(id));
  return {
    /** Another number for every origin: nobody recognises this computer across sites. */
    agentId: (origin) => createHmac('sha256', state.seed).update(origin).digest('hex').slice(0, 32),
    pairOf: (origin) => (Object.hasOwn(state.pairs, origin) ? state.pairs[origin] : null),
    async pair(origin, token, key) {
      state.pairs[origin] = { token: hash(token), key };
      await writeWhole(file, JSON.stringify(state, null, 2));
    },
    isToken: (pair, token) => timingSafeEqual(Buffer.from(pair.token), Buffer.from(hash(token))),
    /** `printed`, `begun` when the agent fell over in the middle, or null. */
    async stateOf(id) {
      const known = await readOr(mark(id), null);
      return known?.state ?? null;
    },
    begin: (id) => writeWhole(mark(id), JSON.stringify({ id, state: 'begun' })),
    finish: (id) => writeWhole(mark(id), JSON.stringify({ id, state: 'printed', at: new Date().toISOString() })),
    forget: (id) => rm(mark(id), { force: true }),
  };
}

export { writeWhole };

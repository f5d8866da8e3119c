import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Bare = { url: string; pid: number; close: () => Promise<void> };

/** Starts the list without anything of ours and waits for its address. */
export async function startBare(databaseUrl: string): Promise<Bare> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-list.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let written = '';
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const found = /answers at (\S+)\n/.exec(written)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('the bare list ended before it answered')));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { freePort, startReadyChild } from '../support/child.ts';
import { houseFolder } from '../support/house-folder.ts';
import { ms, quantile, type Table } from './measure.ts';

const RESTARTS = 10;

/** Killed without warning, together with the PostgreSQL it runs, and started again on the same folder (reliability.md P3). */
export async function benchRestart(): Promise<Table[]> {
  const dataDir = houseFolder('restart');
  const port = await freePort();
  const start = () => startReadyChild({ port, env: { KONTOR_DATA: dataDir, LOG_LEVEL: 'error' } });
  const taken: number[] = [];
  let server = await start();
  try {
    for (let n = 0; n < RESTARTS; n += 1) {
      const ended = once(server.process, 'close');
      server.process.kill('SIGKILL');
      await ended;
      const begun = performance.now();
      server = await start();
      await (await fetch(`${server.url}/login`)).text();
      taken.push(performance.now() - begun);
    }
  } finally {
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
  const line = (what: string, value: number, target: string) => [what, `${ms(value)} ms`, target];
  return [
    {
      title: 'Started again after a kill',
      note: `The server is killed with SIGKILL and started again on its folder, ${RESTARTS} times: the lock of the dead is taken over, PostgreSQL recovers, and the first page is answered.`,
      head: ['what', 'measured', 'target'],
      rows: [
        line('until the first page, median', quantile(taken, 0.5), ''),
        line('until the first page, longest', Math.max(...taken), 'under 5,000 ms'),
      ],
    },
  ];
}

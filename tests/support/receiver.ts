import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program of a merchant that receives webhooks on loopback. */

export type Got = { path: string; headers: Record<string, string>; body: string };
type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'endless';

export async function startReceiver() {
  const got: Got[] = [];
  /** What is answered next at a path; 200 otherwise. */
  const answers = new Map<string, Reply[]>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      got.push({ path, headers: request.headers as Record<string, string>, body });
      const answer = answers.get(path)?.shift() ?? { status: 200 };
      if (answer === 'hang') return;
      if (answer === 'endless') {
        response.writeHead(200);
        const more = setInterval(() => response.write('x'.repeat(8192)), 1);
        response.on('close', () => clearInterval(more));
        return;
      }
      response.writeHead(answer.status, answer.headers ?? {});
      response.end(answer.body ?? '');
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    at: (path: string): Got[] => got.filter((one) => one.path === path),
    count: (): number => got.length,
    forget: (): void => {
      got.length = 0;
      answers.clear();
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

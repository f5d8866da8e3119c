import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, readTls, SettingsError } from '../../server/core/config.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-tls-'));
const [cert, key] = [join(folder, 'house.crt'), join(folder, 'house.key')];
let server: TestServer;

/** As a device that trusts this certificate and nothing else. */
const get = (path: string): Promise<{ status: number; body: string; headers: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    const call = request(new URL(path, server.url), { ca: readFileSync(cert) }, (answer) => {
      let body = '';
      answer.on('data', (part: Buffer) => (body += part.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
    });
    call.on('error', reject);
    call.end();
  });

beforeAll(async () => {
  const subject = ['-subj', '/CN=kontor.lan', '-addext', 'subjectAltName=DNS:kontor.lan,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  server = await startServer({ env: { KONTOR_TLS_CERT: cert, KONTOR_TLS_KEY: key } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a server with a certificate of the house', () => {
  it('answers by https, and says so in the addresses it makes', async () => {
    expect(server.url).toMatch(/^https:/);
    expect(server.config.KONTOR_ORIGIN).toMatch(/^https:/);
    const { status, headers } = await get('/v0/config');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBeTruthy();
  });

  it('lets the service worker fetch what it keeps, and never keeps the worker itself', async () => {
    const { status, headers } = await get('/sw.js');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe("default-src 'self'");
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('does not start with half a certificate, or with a file that is not there', () => {
    expect(() => readConfig({ KONTOR_TLS_CERT: cert })).toThrow(SettingsError);
    expect(() => readTls({ ...server.config, KONTOR_TLS_KEY: `${key}.gone` })).toThrow(/KONTOR_TLS_KEY/);
  });
});

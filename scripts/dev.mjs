// `npm run dev`: the server restarts and the page reloads when their sources change. Open the address of the page.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, install, ROOT } from './prepare.mjs';

checkNode();
install();
const port = Number(process.env.PORT || 7410);
const serverPort = port + 1;
const origin = `http://127.0.0.1:${port}`;

// The server stands behind the page's address, so cookies, links and sockets see one origin, as when it is built.
const server = spawn(join(ROOT, 'node_modules/.bin/tsx'), ['watch', '--clear-screen=false', 'server/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(serverPort), KONTOR_ORIGIN: process.env.KONTOR_ORIGIN || origin },
  stdio: 'inherit',
});

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${serverPort}`;
const page = await createServer({
  root: ROOT,
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '/v0': { target, changeOrigin: false }, '/fonts': { target }, '/ws': { target, ws: true } },
    watch: { ignored: ['**/data/**', '**/dist/**'] },
  },
});
await page.listen();
console.log(`The page answers at ${origin}`);

let ending = false;
async function end(signal) {
  if (ending) return;
  ending = true;
  server.kill(signal);
  await page.close();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(signal));
server.on('exit', (code) => void end('SIGTERM').then(() => process.exit(code ?? 0)));

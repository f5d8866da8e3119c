import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A mail server on a free port that answers each recipient so (RFC 5321).
 * @param pause milliseconds between a message and its answer
 * @returns its address, the recipients that it took, the messages that it has, and how to close it
 */
export async function startSmtp(answer: (recipient: string) => string, pause = 0) {
  const taken: string[] = [];
  const messages: { to: string; id: string }[] = [];
  const server = createServer((socket) => {
    let isData = false;
    const message = { to: '', id: '' };
    socket.on('error', () => undefined);
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isData) {
          message.id = /^Message-ID: (.*)/i.exec(line)?.[1] ?? message.id;
          if (line !== '.') continue;
          isData = false;
          messages.push({ ...message });
          setTimeout(() => socket.write('250 taken\r\n'), pause);
        } else if (/^RCPT/i.test(line)) {
          const recipient = /<(.*)>/.exec(line)?.[1] ?? '';
          const told = answer(recipient);
          if (told.startsWith('2')) taken.push(recipient);
          message.to = recipient;
          socket.write(`${told}\r\n`);
        } else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, taken, messages, close: () => server.close() };
}

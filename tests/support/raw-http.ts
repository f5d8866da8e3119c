import { connect, type Socket } from 'node:net';

/** Bytes as they go over the wire: what a client library would refuse to send can be sent here. One character is one byte. */

export type RawAnswer = { status: number; headers: string; body: string };

const WAIT = 60_000;

type Exchange = {
  /** Whether what came is all; else it is read until the server closes. */
  isDone?: (received: string) => boolean;
  /** What is sent, one after the other, once the server has answered `to`. */
  replies?: { to: string; bytes: string }[];
};

/** Sends the bytes and answers what the server sent back. */
export function exchange(port: number, bytes: string, { isDone = () => false, replies = [] }: Exchange = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1' });
    const chunks: string[] = [];
    let replied = 0;
    const end = () => {
      socket.destroy();
      resolve(chunks.join(''));
    };
    socket.setEncoding('latin1');
    socket.setTimeout(WAIT, () => reject(new Error(`no answer to ${JSON.stringify(bytes.slice(0, 200))}`)));
    socket.on('data', (chunk: string) => {
      chunks.push(chunk);
      const received = chunks.join('');
      if (isDone(received)) return end();
      for (let next = replies[replied]; next && received.includes(next.to); next = replies[++replied]) socket.write(next.bytes, 'latin1');
    });
    socket.on('close', end);
    // A server that refuses may reset while we still send; what it said before counts.
    socket.on('error', (error: NodeJS.ErrnoException) => (['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? end() : reject(error)));
    socket.write(bytes, 'latin1');
  });
}

/** The answers to requests that were sent one after the other on one connection. */
export function readAnswers(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const headers = received.slice(at, end);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? Number.NaN);
    const start = end + 4;
    const next = /\r\ntransfer-encoding: *chunked/i.test(headers)
      ? received.indexOf('\r\n0\r\n\r\n', end) + 7
      : start + Number(/\r\ncontent-length: *(\d+)/i.exec(headers)?.[1] ?? 0);
    answers.push({ status, headers, body: received.slice(start, next) });
    if (next < start) break;
    at = next;
  }
  return answers;
}

/** A masked websocket frame (RFC 6455, section 5.2). */
export function frame(opcode: number, payload: string): string {
  const bytes = Buffer.from(payload, 'utf8');
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, (bytes.length >> 8) & 0xff, bytes.length & 0xff];
  // A mask of zeros leaves the payload readable.
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), bytes]).toString('latin1');
}

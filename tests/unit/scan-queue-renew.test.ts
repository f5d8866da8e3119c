import { expect, it } from 'vitest';
import { createSender, type Transport } from '../../src/scan/queue/sender.ts';
import { hall } from '../support/scan-hall.ts';

it('a call that a dead connection swallowed is given up when the network is back, and its scan is booked once (P1, P11)', async () => {
  const { store, server, clock, scan } = hall();
  let asked: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const hole: Transport = (_batch, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')));
      asked();
    });
  const ways: Transport[] = [hole];
  const transport: Transport = (batch, signal) => (ways.shift() ?? server.transport)(batch, signal);
  let idle: () => void = () => undefined;
  const rest = new Promise<void>((resolve) => {
    idle = resolve;
  });
  const onState = ({ phase }: { phase: string }): void => void (phase === 'idle' && idle());
  const sender = createSender({ store, transport, now: () => clock.now, random: () => 1, wait: async () => undefined, onState });
  await scan('A');
  sender.start();
  await begun;
  sender.renew();
  await rest;
  await sender.stop();
  expect(server.codes()).toEqual(['A']);
});

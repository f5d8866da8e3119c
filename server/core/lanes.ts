/**
 * Work for several partners, each in lanes of its own, so that one that does not answer keeps no other waiting. A lane works until nothing is
 * due for its partner.
 */

/** Milliseconds for which a server that stops waits for calls under way. What they would have stored is found again by the next node. */
const PATIENCE = 8_000;

/** `more`: something was due, so there may be enough for another lane. `isOpen`: false once the server stops. */
export type Lane = { more: () => void; isOpen: () => boolean };
export type Lanes = {
  /** Something may be due for these partners. */
  start: (partners: readonly string[]) => void;
  /** Waits until no lane works. */
  idle: () => Promise<void>;
  /** Begins nothing more, and waits for what is under way, but not for a partner that does not answer. */
  stop: () => Promise<void>;
};

/**
 * @param most lanes of one partner at the same time
 * @param work until nothing is due for the partner; its errors are its own
 */
export function createLanes(most: number, work: (partner: string, lane: Lane) => Promise<void>): Lanes {
  /** Lanes by partner, and whether something may have come up since the last of them began to look. */
  const partners = new Map<string, { open: number; again: boolean }>();
  const running = new Set<Promise<void>>();
  let stopped = false;
  const isOpen = (): boolean => !stopped;

  async function run(partner: string, state: { open: number; again: boolean }): Promise<void> {
    do {
      state.again = false;
      await work(partner, { more: () => begin(partner), isOpen });
    } while (state.again && isOpen());
    state.open -= 1;
    if (state.open === 0) partners.delete(partner);
  }
  function begin(partner: string): void {
    const state = partners.get(partner) ?? { open: 0, again: false };
    if (stopped || state.open >= most) return;
    partners.set(partner, state);
    state.open += 1;
    const one = run(partner, state).finally(() => running.delete(one));
    running.add(one);
  }
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    start: (names) => {
      for (const partner of names) {
        const state = partners.get(partner);
        // A lane that is about to end may have looked before it came up.
        if (state) state.again = true;
        begin(partner);
      }
    },
    idle,
    stop: async () => {
      stopped = true;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((done) => {
        timer = setTimeout(done, PATIENCE);
      });
      await Promise.race([idle(), patience]);
      clearTimeout(timer);
    },
  };
}

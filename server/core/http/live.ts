import type { LiveEvents, LiveKind } from '#contract/core/live';

/** The recipients of an event. Without any field: all users of the house. The role `*` means everybody who is signed in. */
export type Audience = { userId?: string; role?: string; merchantId?: string };

/** Functions of the live channel for routes. */
export type Live = {
  /** Stores an event, then every node delivers it. It is not lost by a reconnect. */
  send: <K extends LiveKind>(kind: K, payload: LiveEvents[K], to: Audience) => Promise<void>;
  /** Closes the sockets of a session or user: on this node at once, on the others within a second. */
  endSession: (sessionId: string) => void;
  endUser: (userId: string) => void;
};

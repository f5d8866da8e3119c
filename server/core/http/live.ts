import type { LiveEvents, LiveKind } from '#contract/core/live';

/** Whom an event is for; nothing set means everybody of the house. A role of `*` is everybody who is signed in. */
export type Audience = { userId?: string; role?: string; merchantId?: string };

/** What routes may ask of the live channel. */
export type Live = {
  /** Stored first, then delivered by every node; survives a reconnect. */
  send: <K extends LiveKind>(kind: K, payload: LiveEvents[K], to: Audience) => Promise<void>;
  /** Cuts the sockets of a session, or of a person, on this node at once and on the others within a second. */
  endSession: (sessionId: string) => void;
  endUser: (userId: string) => void;
};

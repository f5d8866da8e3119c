/** Events on `/ws` (specification, point 7). Everything the server sends is also stored with a number, so that a reconnect misses nothing. */
export type ChangeEvent = { area: string; id: string; version: number; action: 'create' | 'update' | 'delete' | 'recover' | 'purge' };
export type MsgEvent = { title: string; text: string; type?: 'info' | 'success' | 'warning' | 'error'; link?: string };
export type RfidEvent = Record<string, unknown>;
export type InfoEvent = { webVersion: string };
export const PRINT_TYPES = ['previewUrl', 'printSN', 'printItemDesc'] as const;
/** What the house asks somebody to print: shown with a button. */
export type PrintRequest = { type: (typeof PRINT_TYPES)[number]; title?: string; url?: string; data?: Record<string, unknown> };
/** A job that its own computer cannot print: whoever has a printer for it may take it (`POST /v0/print/jobs/:id/claim`). */
export type PrintOffer = {
  type: 'job';
  job: { id: string; no: string; title: string; document: string; printerId: string | null; stationId: string | null };
};
export type PrintEvent = PrintRequest | PrintOffer;

export type LiveEvents = { change: ChangeEvent; msg: MsgEvent; rfid: RfidEvent; info: InfoEvent; print: PrintEvent };
export type LiveKind = keyof LiveEvents;

/** `no` rises by commit order; a client keeps the last one it saw and asks for what came since. */
export type ServerToClient = { [K in LiveKind]: (payload: LiveEvents[K], no: number) => void } & {
  /** The client was away longer than events are kept: read everything again. */
  reload: (no: number) => void;
};

/** The client's `login` is telemetry: who it is comes from the token of the handshake. */
export type LiveLogin = { account: string; roles: string[]; printShipment: boolean; version: string; userAgent: string; url: string };
export type ClientToServer = {
  login: (login: LiveLogin) => void;
  since: (no: number, done: (latest: number) => void) => void;
};

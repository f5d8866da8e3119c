/** Events on `/ws` (specification, point 7). Every event is also stored with a number, so that a client can catch up after a reconnect. */
type ChangeAction = 'create' | 'update' | 'delete' | 'recover' | 'purge';
/** `id` and `version` are null if one statement changed so many rows that they are not told one by one. */
export type ChangeEvent = { area: string; id: string | null; version: number | null; action: ChangeAction };
export type MsgEvent = { title: string; text: string; type?: 'info' | 'success' | 'warning' | 'error'; link?: string };
export type RfidEvent = Record<string, unknown>;
export type InfoEvent = { webVersion: string };
export const PRINT_TYPES = ['previewUrl', 'printSN', 'printItemDesc'] as const;
/** A request to a user to print something, shown with a button. */
export type PrintRequest = { type: (typeof PRINT_TYPES)[number]; title?: string; url?: string; data?: Record<string, unknown> };
/** A print job that its own computer cannot print. Any station with a suitable printer may claim it (`POST /v0/print/jobs/:id/claim`). */
export type PrintOffer = {
  type: 'job';
  job: { id: string; no: string; title: string; document: string; printerId: string | null; stationId: string | null };
};
export type PrintEvent = PrintRequest | PrintOffer;

export type LiveEvents = { change: ChangeEvent; msg: MsgEvent; rfid: RfidEvent; info: InfoEvent; print: PrintEvent };
export type LiveKind = keyof LiveEvents;

/** `no` increases in commit order. A client stores the last number it received and requests later events after a reconnect. */
export type ServerToClient = { [K in LiveKind]: (payload: LiveEvents[K], no: number) => void } & {
  /** The client was disconnected longer than events are kept. It must reload all data. */
  reload: (no: number) => void;
};

/** `login` is telemetry only. The user is identified by the token of the handshake. */
export type LiveLogin = { account: string; roles: string[]; printShipment: boolean; version: string; userAgent: string; url: string };
export type ClientToServer = {
  login: (login: LiveLogin) => void;
  since: (no: number, done: (latest: number) => void) => void;
};

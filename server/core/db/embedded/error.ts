/** The message is a sentence for the person who starts the server. */
export class EmbeddedError extends Error {}

/** Another server uses the data folder. */
export class HeldError extends EmbeddedError {}

/** The logger used during start. The server's logger is compatible. */
export type Log = { info: (text: string) => void; warn: (text: string) => void; error: (text: string) => void };

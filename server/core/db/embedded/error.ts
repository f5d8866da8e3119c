/** Its message is a sentence for the person who starts the server. */
export class EmbeddedError extends Error {}

/** Another server holds the data folder. */
export class HeldError extends EmbeddedError {}

/** What the parts of the start report to; the server's logger fits. */
export type Log = { info: (text: string) => void; warn: (text: string) => void; error: (text: string) => void };

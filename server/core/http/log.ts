import { pino } from 'pino';
import { pgErrorOf } from '../db/pg-error.ts';

/** What a log entry says of an error: what failed and where, never with which values. */
export type LoggedError = {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  routine?: string;
  stack: string;
};

/** A message as it may stand in the log. Quoted parts of a message are values more often than not, and so are addresses and long runs of letters and digits. */
export const withoutValues = (message: string): string =>
  message
    .replace(/\nparams:[\s\S]*$/, '')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|<[^>]*>/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/[\w-]{20,}/g, '…')
    .replace(/[\p{Cc}]+/gu, ' ')
    .slice(0, 500);

/** Classes of PostgreSQL's errors (appendix A) whose messages name tables, columns and states of the server, no values of rows. */
const NAMES_ONLY = /^(08|40|53|55|57|58)/;

/** Only the frames: the first lines of a stack repeat the message, with all its values. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 15)
    .map((line) => line.trim())
    .join(' | ');

/**
 * An error as it is logged. Of an error of PostgreSQL only its code and the names it carries are kept: its message and detail may hold the
 * values of a row (`Key (email)=(…) already exists`), and drizzle's message holds the parameters of the statement.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)), stack: '' };
  const pg = pgErrorOf(error);
  const named = (key: 'constraint' | 'table' | 'column' | 'routine') => (pg?.[key] === undefined ? {} : { [key]: pg[key] });
  const code = pg?.code ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
  return {
    type: error.name,
    message: pg && !NAMES_ONLY.test(pg.code) ? `PostgreSQL refused with ${pg.code}` : withoutValues(pg?.message ?? error.message),
    ...(code === undefined ? {} : { code }),
    ...named('constraint'),
    ...named('table'),
    ...named('column'),
    ...named('routine'),
    stack: framesOf(error),
  };
}

/** The text beside an error: where a caller gives none, pino would take the error's own message. */
function textBeside(error: Error, text: unknown): string {
  return typeof text === 'string' && text !== error.message ? text : loggedError(error).message;
}

/** The log of the server. `destination` is a file descriptor, or a stream of tests. */
export const createLog = (level: string, destination: pino.DestinationStream): pino.Logger =>
  pino(
    {
      level,
      serializers: { err: loggedError, error: loggedError },
      hooks: {
        logMethod([first, text, ...rest], method) {
          const given: unknown = first;
          if (given instanceof Error) return method.call(this, { err: given }, textBeside(given, text));
          const err = typeof given === 'object' && given !== null && 'err' in given ? given.err : null;
          if (err instanceof Error) return method.call(this, first, textBeside(err, text));
          return text === undefined ? method.call(this, first) : method.call(this, first, text, ...rest);
        },
      },
    },
    destination,
  );

import { pino } from 'pino';
import { pgErrorOf } from '../db/pg-error.ts';

/** What is logged of an error: its type and location, never values. */
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

/** Removes possible values from a message: quoted parts, addresses, and long runs of letters and digits. */
export const withoutValues = (message: string): string =>
  message
    .replace(/\nparams:[\s\S]*$/, '')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|<[^>]*>/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/[\w-]{20,}/g, '…')
    .replace(/[\p{Cc}]+/gu, ' ')
    .slice(0, 500);

/** PostgreSQL error classes (appendix A) whose messages contain names and server states, but no row values. */
const NAMES_ONLY = /^(08|40|53|55|57|58)/;

/** Only the frames, because the first lines of a stack repeat the message with its values. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 15)
    .map((line) => line.trim())
    .join(' | ');

/**
 * The loggable form of an error. For a PostgreSQL error only the code and names are kept: message and detail may contain row values
 * (`Key (email)=(…) already exists`), and drizzle's message contains the parameters of the statement.
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

/** The log text for an error. Without one, pino would use the error's own message. */
function textBeside(error: Error, text: unknown): string {
  return typeof text === 'string' && text !== error.message ? text : loggedError(error).message;
}

/** Creates the log of the server. `destination` is a file descriptor, or a stream in tests. */
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

import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import type { PasswordFault } from '#contract/access/session';
import { USER_TYPES } from '#contract/access/users';
import { Email, Line } from '#contract/core/fields';
import { hashPassword } from '../modules/access/users/password.ts';
import { passwordFault } from '../modules/access/users/password-rules.ts';
import { CommandError } from './command.ts';

const options = { account: { type: 'string' }, name: { type: 'string' }, password: { type: 'string' } } as const;
type Given = { account?: string | undefined; name?: string | undefined; password?: string | undefined };

const FAULTS: Record<PasswordFault, string> = {
  short: 'The password must have 8 characters or more.',
  common: 'This password is one of the common ones, or little more than one. Take several words that do not belong together.',
  personal: 'This password is made of the name, the account or the product. Take several words that do not belong together.',
  pattern: 'This password is made of a date, a run of keys or a repetition. Take several words that do not belong together.',
};

/** Creates an account with the role admin, such as the first account of a production system. */
export async function createAdmin(pool: Pool, args: string[]): Promise<void> {
  const { account, name, password } = await complete(parseArgs({ args, options }).values);
  const email = Email.safeParse(account);
  if (!email.success) throw new CommandError(`${account} is not a mail address; an account is named by one.`);
  const line = Line(100, 1).safeParse(name);
  if (!line.success) throw new CommandError('The name must have 1 to 100 characters.');
  const fault = passwordFault(password, { account: email.data, name: line.data });
  if (fault) throw new CommandError(FAULTS[fault]);
  const passwdHash = await hashPassword(password);
  const { rowCount } = await pool.query(
    `insert into users (account, name, type, passwd_hash, role_ids)
     select $1, $2, $3, $4, array(select id from roles where key = 'admin')
     where not exists (select from users where account = $1 and deleted_at is null)`,
    [email.data, line.data, USER_TYPES.admin, passwdHash],
  );
  if (rowCount === 0) throw new CommandError(`There is an account ${email.data} already.`);
  process.stdout.write(`${email.data} can sign in now, as an admin.\n`);
}

/** Prompts for values not given as flags. */
async function complete(given: Given): Promise<{ account: string; name: string; password: string }> {
  const missing = Object.keys(options).filter((key) => !Object.hasOwn(given, key));
  if (missing.length > 0 && !process.stdin.isTTY)
    throw new CommandError(`Give ${missing.map((key) => `--${key}`).join(', ')}, or run this at a terminal.`);
  const output = mutable();
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return {
      account: given.account ?? (await terminal.question('Account (mail address): ')),
      name: given.name ?? (await terminal.question('Name: ')),
      password: given.password ?? (await askHidden(terminal, output)),
    };
  } finally {
    terminal.close();
  }
}

async function askHidden(terminal: Interface, output: { isMuted: boolean }): Promise<string> {
  process.stdout.write('Password (not shown): ');
  output.isMuted = true;
  const password = await terminal.question('');
  output.isMuted = false;
  process.stdout.write('\n');
  return password;
}

/** The terminal's output. It shows no input while muted. */
function mutable(): Writable & { isMuted: boolean } {
  const state = { isMuted: false };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!state.isMuted) process.stdout.write(chunk);
      done();
    },
  });
  return Object.defineProperty(Object.assign(stream, state), 'isMuted', {
    get: () => state.isMuted,
    set: (value: boolean) => {
      state.isMuted = value;
    },
  });
}

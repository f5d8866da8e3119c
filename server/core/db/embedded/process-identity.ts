import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Identifies one process permanently. A pid alone can be reused. */
export const Identity = z.object({
  pid: z.int(),
  /** Start time of the process in the unit of the system. */
  start: z.string(),
  /** Changes with each boot of the machine. */
  boot: z.string(),
  /** The pid namespace. Pids are valid only within one container. */
  space: z.string(),
  host: z.string(),
});
export type Identity = z.infer<typeof Identity>;

export const ownIdentity = (): Identity => ({ pid: process.pid, start: processStart(process.pid) ?? '', ...system() });

export const isSamePidSpace = (other: Identity): boolean => {
  const { boot, space } = system();
  return other.boot === boot && other.space === space;
};

/** Valid only if isSamePidSpace is true. */
export const isAlive = (identity: Identity): boolean => processStart(identity.pid) === identity.start;

/** The command line of a running process; undefined if there is none. */
export function commandLine(pid: number): string | undefined {
  if (process.platform === 'linux') return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || undefined;
  return ps('command=', pid);
}

/** Processes whose command line starts with this text. */
export function processesNamed(beginning: string): number[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => commandLine(pid)?.startsWith(beginning));
  }
  const lines = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).stdout?.split('\n') ?? [];
  return lines
    .map((line) => line.trim().split(/ (.*)/))
    .flatMap(([pid, command]) => (command?.trim().startsWith(beginning) ? [Number(pid)] : []));
}

function processStart(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps('lstart=', pid);
  // The name in parentheses may contain blanks. Field 22 of proc(5) is the twentieth after it, field 3 is the state.
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

function system(): Pick<Identity, 'boot' | 'space' | 'host'> {
  const linux = process.platform === 'linux';
  return {
    boot: linux ? (read('/proc/sys/kernel/random/boot_id') ?? '').trim() : '',
    space: linux ? readlinkSync('/proc/self/ns/pid') : '',
    host: hostname(),
  };
}

function ps(column: string, pid: number): string | undefined {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

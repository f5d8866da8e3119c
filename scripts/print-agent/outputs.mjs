// Where files come out: CUPS, the Windows spooler, a label printer's own port, or a folder. `print` resolves once the file is out of our hands and rejects when it is not;
// An error with `mayBeOut` says that nobody knows. `isOut` tells after a crash whether it was, null where nobody can say.
import { execFile } from 'node:child_process';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeWhole } from './store.mjs';

const run = promisify(execFile);
const LIMIT = { timeout: 30_000 };

/** A program that was stopped because it took too long may have handed the file on before. */
const told = (error) => Object.assign(error, { mayBeOut: error.killed === true });

export async function hasCups() {
  const found = await Promise.all(
    (process.env.PATH ?? '').split(':').map((dir) =>
      access(join(dir, 'lp')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

export function cups(spool) {
  const printers = async () => {
    const { stdout } = await run('lpstat', ['-e'], LIMIT).catch(() => ({ stdout: '' }));
    return stdout
      .split('\n')
      .map((name) => name.trim())
      .filter(Boolean);
  };
  return {
    printers,
    isOut: async () => null,
    async print({ printer, id, bytes }) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const path = join(spool, id);
      await writeWhole(path, bytes);
      try {
        // ZPL is for the label printer's own language: no filter in between.
        await run('lp', ['-d', printer, '-t', id, ...(id.endsWith('.zpl') ? ['-o', 'raw'] : []), '--', path], LIMIT);
      } catch (error) {
        throw told(error);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

const isName = (name) => /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(name);

export async function folder(dir, names) {
  const wrong = names.find((name) => !isName(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no name for a folder`);
  for (const name of names) {
    await mkdir(join(dir, name), { recursive: true });
    // Begun when the agent was ended: no paper, and its job is printed anew under its own name.
    for (const file of await readdir(join(dir, name))) if (file.endsWith('.part')) await rm(join(dir, name, file), { force: true });
  }
  return {
    printers: async () => names,
    isOut: ({ printer, id }) =>
      access(join(dir, printer, id)).then(
        () => true,
        () => false,
      ),
    print: ({ printer, id, bytes }) => writeWhole(join(dir, printer, id), bytes),
  };
}

/** Bytes as they are to a printer in the network (AppSocket, usually port 9100). What it took it does not tell again. */
export function rawPorts(texts) {
  const ports = new Map(
    texts.map((text) => {
      const [, name, host, port] = /^([^=]+)=([\w.-]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(text) ?? [];
      if (name === undefined || !isName(name.trim())) throw new Error(`"${text}" is not <name>=<host>:<port>`);
      return [name.trim(), { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }];
    }),
  );
  return {
    printers: async () => [...ports.keys()],
    isOut: async () => null,
    print: ({ printer, bytes }) =>
      new Promise((resolve, reject) => {
        const socket = createConnection(ports.get(printer));
        let begun = false;
        socket.setTimeout(LIMIT.timeout, () => socket.destroy(new Error('the printer did not take the file in time')));
        // Before the first byte nothing is out for certain.
        socket.once('error', (error) => reject(Object.assign(error, { mayBeOut: begun })));
        socket.once('close', (failed) => (failed ? undefined : resolve()));
        // The printer closes its side when it has read everything.
        socket.once('connect', () => {
          begun = true;
          socket.end(bytes);
        });
        socket.resume();
      }),
  };
}

/** A PowerShell program with its parameters in the environment: nothing of a job is ever part of a command. */
const powershell = (program, env = {}) =>
  run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', program], { ...LIMIT, env: { ...process.env, ...env } });

/** Hands bytes to the spooler as they are (winspool.drv: OpenPrinter, StartDocPrinter, WritePrinter). */
const RAW_TO_SPOOLER = `
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System; using System.Runtime.InteropServices;
public static class Spooler {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)] public class DocInfo { public string Name; public string Output; public string Type; }
  [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)] public static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)] public static extern int StartDocPrinter(IntPtr printer, int level, [In] DocInfo info);
  [DllImport("winspool.drv", SetLastError = true)] public static extern bool StartPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)] public static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport("winspool.drv", SetLastError = true)] public static extern bool EndPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)] public static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)] public static extern bool ClosePrinter(IntPtr printer);
}
'@
$bytes = [IO.File]::ReadAllBytes($env:KONTOR_FILE)
$printer = [IntPtr]::Zero; $written = 0
if (-not [Spooler]::OpenPrinter($env:KONTOR_PRINTER, [ref]$printer, [IntPtr]::Zero)) { throw 'the printer could not be opened' }
try {
  $info = New-Object Spooler+DocInfo; $info.Name = $env:KONTOR_JOB; $info.Type = 'RAW'
  if ([Spooler]::StartDocPrinter($printer, 1, $info) -eq 0) { throw 'the spooler took no job' }
  [void][Spooler]::StartPagePrinter($printer)
  if (-not [Spooler]::WritePrinter($printer, $bytes, $bytes.Length, [ref]$written) -or $written -ne $bytes.Length) { throw 'the spooler did not take the whole file' }
  [void][Spooler]::EndPagePrinter($printer); [void][Spooler]::EndDocPrinter($printer)
} finally { [void][Spooler]::ClosePrinter($printer) }
`;
/** PDF and pictures go to the program that Windows has for them; a label printer gets its own language as it is. */
const BY_PROGRAM = `
$ErrorActionPreference = 'Stop'
Start-Process -FilePath $env:KONTOR_FILE -Verb PrintTo -ArgumentList ('"' + $env:KONTOR_PRINTER + '"') -WindowStyle Hidden -Wait
`;

/** The printers of Windows. Written after Microsoft's documentation of the print spooler; not tested here, where there is no Windows. */
export function windowsSpooler(spool) {
  return {
    printers: async () => {
      const { stdout } = await powershell('[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-Printer | ForEach-Object Name').catch(
        () => ({
          stdout: '',
        }),
      );
      return stdout.split(/\r?\n/).filter((name) => name.trim() !== '');
    },
    isOut: async () => null,
    async print({ printer, id, bytes }) {
      await mkdir(spool, { recursive: true });
      const path = join(spool, id);
      await writeWhole(path, bytes);
      try {
        const program = id.endsWith('.zpl') ? RAW_TO_SPOOLER : BY_PROGRAM;
        await powershell(program, { KONTOR_FILE: path, KONTOR_PRINTER: printer, KONTOR_JOB: id });
      } catch (error) {
        throw told(error);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** Several outputs as one: the first that has a printer of that name prints. */
export function together(outputs) {
  const ownerOf = async (printer) => {
    for (const output of outputs) if ((await output.printers()).includes(printer)) return output;
    return null;
  };
  return {
    printers: async () => [...new Set((await Promise.all(outputs.map((output) => output.printers()))).flat())],
    isOut: async (job) => (await ownerOf(job.printer))?.isOut(job) ?? null,
    async print(job) {
      const owner = await ownerOf(job.printer);
      if (!owner) throw new Error(`no printer ${job.printer}`);
      await owner.print(job);
    },
  };
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** The newest PostgreSQL of the operating system's packages. */
const postgresqlPrograms = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? '';

const pathOf = (name: string): string | null => {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', postgresqlPrograms];
  return folders.map((folder) => join(folder, name)).find((path) => globSync(path).length > 0) ?? null;
};

/** What a database of two machines runs on. How it is set up: docs/scaling.md "Two machines". */
const ENGINES = ['initdb', 'etcd', 'patroni', 'pgbouncer', 'haproxy'] as const;
type Engine = (typeof ENGINES)[number];

/** The programs that this machine lacks; on Debian they come with `postgresql patroni etcd-server pgbouncer haproxy`. */
export const missingEngines: readonly Engine[] = ENGINES.filter((name) => pathOf(name) === null);

export const postgresqlFolder = postgresqlPrograms;

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** PostgreSQL refuses to run as root: as whom its programs run here. */
function accountOf(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export const account = missingEngines.includes('initdb') ? null : accountOf();

export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

export function ownFile(path: string, text: string): string {
  writeFileSync(path, text);
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

/** The sample of a file, with the values of this machine in it. */
export function filled(sample: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(join('deploy/ha', sample), 'utf8').replaceAll(/\$\{(\w+)\}/gu, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${sample} asks for ${name}`);
    return String(value);
  });
}

// A run that is broken off leaves nobody behind.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => killTree(child.pid)));

/** Starts a program in the foreground, as who may run PostgreSQL; what it says goes into `<name>.log` of its folder. */
export function startEngine(name: Engine, args: readonly string[], folder: string): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(pathOf(name) ?? name, args, {
    cwd: folder,
    env: { PATH: `${postgresqlPrograms}:/usr/bin:/bin`, HOME: folder, LANG: 'C.UTF-8', GOMAXPROCS: String(availableParallelism()) },
    stdio: ['ignore', log, log],
    ...account,
  });
  closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Each process with its parent, as the kernel tells them. */
function parents(): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const file of globSync('/proc/[0-9]*/stat')) {
    try {
      const stat = readFileSync(file, 'utf8');
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      found.set(Number(file.split('/')[2]), Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** A process and all that descend from it. */
export function treeOf(pid: number): readonly number[] {
  const all = [...parents()];
  const tree = [pid];
  for (const member of tree) tree.push(...all.filter(([, parent]) => parent === member).map(([child]) => child));
  return tree;
}

/** Sends a signal to a process and all that descend from it. */
export function signalTree(pid: number | undefined, signal: NodeJS.Signals): void {
  for (const member of pid === undefined ? [] : treeOf(pid)) {
    try {
      process.kill(member, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

export const killTree = (pid: number | undefined): void => signalTree(pid, 'SIGKILL');

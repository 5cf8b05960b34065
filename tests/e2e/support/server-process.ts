import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

/** What a start compiles is there for the next one: a fifth of what a start costs. */
export const COMPILED = resolve('node_modules', '.cache', 'troupe-test-compiled');

export const ADMIN_PASSWORD = 'correct-horse-9';

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends the signal and waits for the end. @returns the exit code, or the signal's name */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

export interface ServerOptions {
  readonly dataDir?: string;
  readonly port?: number;
  readonly entry?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node.js; left out, those of a process that lives for seconds. */
  readonly flags?: readonly string[];
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'troupe-'));
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true });

// A run that is broken off leaves nobody behind.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts the real server as a process of its own and waits until it is ready to serve. */
export async function startServer({
  dataDir = newDataDir(),
  port,
  entry = 'server/main.ts',
  env = {},
  flags = SHORT_LIVED,
}: ServerOptions = {}): Promise<ServerProcess> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, [...flags, entry], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(chosen),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD,
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | string>((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal ?? 1)));
  const url = `http://127.0.0.1:${chosen}`;

  const isReady = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/health/ready`)).ok;
    } catch {
      return false;
    }
  };
  // A machine with other work takes minutes to what takes seconds; a test's own limit ends what never gets ready.
  const deadline = Date.now() + 170_000;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the server did not get ready:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    port: chosen,
    dataDir,
    process: child,
    output: () => printed,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

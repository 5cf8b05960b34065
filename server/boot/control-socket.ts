import { createServer, request } from 'node:http';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { dataDirPaths } from '../base/data-dir.ts';
import type { Env } from './env.ts';
import type { Backup } from '../ports/backup-port.ts';
import type { ServerPorts } from '../ports/ports.ts';
import { createReadiness } from '../http/health.ts';
import type { RestoreProgress, SectionReport } from '../features/changes/section-restore/restore-section.ts';
import { type BackupSectionWish, restoreSectionFrom } from './backups/section-restore.ts';
import type { Resources } from '../resources/registry.ts';

/** The longest name that every Unix takes for a socket. */
const LONGEST_NAME = 100;

/** What a running server does for tools of its machine. */
export interface ControlReplies {
  readonly backup: Pick<Backup, 'folder' | 'rows' | 'files' | 'filesElsewhere' | 'isRestored'>;
  readonly health: { readonly status: string; readonly problems?: readonly string[] };
  readonly restoreSection: SectionReport;
}
type Command = keyof ControlReplies;

/** What a command is told, where it is told something. */
interface ControlWishes {
  readonly restoreSection: BackupSectionWish;
}

/** A line of an answer that takes a while: how far it has come, then what was said, or why nothing was. */
type ControlLine = { readonly advanced: RestoreProgress } | { readonly said: unknown } | { readonly failed: string };

interface Heard {
  readonly wish: unknown;
  /** Ends with the connection of whoever asked. */
  readonly signal: AbortSignal;
  readonly advance: (progress: RestoreProgress) => void;
}

/**
 * Hears tools of the same machine and user, on a socket in the data directory, which nobody else can look into. An embedded database is in
 * the hands of one process: only that one can copy it while it is used. Windows, and a directory with a very long name, have no such socket;
 * tools say then that the server must be stopped.
 */
export async function listenForTools(
  { dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>,
  ports: ServerPorts,
  resources: Resources,
): Promise<{ close(): Promise<void> }> {
  const { control } = dataDirPaths(dataDir);
  // Of processes that share PostgreSQL and a directory each would want it; there, tools need none of them.
  if (databaseUrl !== undefined || process.platform === 'win32' || control.length > LONGEST_NAME) return { close: async () => undefined };
  const commands: Readonly<Record<Command, (heard: Heard) => Promise<unknown>>> = {
    backup: async () => {
      if (!ports.backups) throw new Error('This server makes no backups.');
      return ports.backups.make();
    },
    health: async () => (await createReadiness(ports)()).json(),
    restoreSection: ({ wish, signal, advance }) =>
      restoreSectionFrom({ ports, resources, databaseDirectUrl: databaseUrl }, wish as BackupSectionWish, signal, advance),
  };
  const server = createServer((incoming, outgoing) => {
    const name = incoming.url?.slice(1) ?? '';
    if (incoming.method !== 'POST' || !Object.hasOwn(commands, name)) {
      outgoing.writeHead(404).end();
      return;
    }
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort(new Error('Whoever asked for it is gone.')));
    const tell = (line: ControlLine): void => void outgoing.write(`${JSON.stringify(line)}\n`);
    json(incoming)
      .then(async (wish) => commands[name as Command]({ wish, signal: gone.signal, advance: (advanced) => tell({ advanced }) }))
      .then(
        (said) => tell({ said }),
        (error: unknown) => {
          ports.logger.error('control.failed', { command: name, error });
          tell({ failed: error instanceof Error ? error.message : String(error) });
        },
      )
      .finally(() => outgoing.end());
  });
  // The directory's lock is ours: whoever made this one is dead.
  rmSync(control, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen(control, () => resolve(undefined));
  await promise;
  return {
    close: async () => {
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/**
 * Asks the server that uses this data directory.
 * @returns null where none listens
 * @throws Error with what it says
 */
export async function askServer<C extends Command>(
  dataDir: string,
  command: C,
  wish: C extends keyof ControlWishes ? ControlWishes[C] : null,
  advance: (progress: RestoreProgress) => void = () => undefined,
): Promise<ControlReplies[C] | null> {
  const { control } = dataDirPaths(dataDir);
  if (process.platform === 'win32' || control.length > LONGEST_NAME) return null;
  const { promise, resolve, reject } = Promise.withResolvers<ControlReplies[C] | null>();
  const asking = request({ socketPath: control, method: 'POST', path: `/${command}` }, (reply) => {
    if (reply.statusCode !== 200) {
      reply.resume();
      reject(new Error(`The server does not know the command ${command}: it is of another version.`));
      return;
    }
    const lines = createInterface({ input: reply });
    lines.on('line', (text) => {
      const line = JSON.parse(text) as ControlLine;
      if ('advanced' in line) advance(line.advanced);
      else if ('failed' in line) reject(new Error(line.failed));
      else resolve(line.said as ControlReplies[C]);
    });
    // Too late for who was answered.
    lines.on('close', () => reject(new Error('The server ended before it had answered.')));
    reply.on('error', reject);
  });
  asking.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
    else reject(error);
  });
  asking.end(JSON.stringify(wish));
  return promise;
}

import { createServer, request } from 'node:http';
import { rmSync } from 'node:fs';
import { dataDirPaths } from '../base/data-dir.ts';
import type { Env } from './env.ts';
import type { ServerPorts } from '../ports/ports.ts';
import { ready } from '../http/health.ts';

/** The longest name that every Unix takes for a socket. */
const LONGEST_NAME = 100;

/** What a running server does for tools of its machine. */
export interface ControlReplies {
  readonly backup: { readonly folder: string; readonly rows: number; readonly files: number; readonly isRestored: boolean };
  readonly health: { readonly status: string; readonly problems?: readonly string[] };
}
type Command = keyof ControlReplies;

/**
 * Hears tools of the same machine and user, on a socket in the data directory, which nobody else can look into. An embedded database is in
 * the hands of one process: only that one can copy it while it is used. Windows, and a directory with a very long name, have no such socket;
 * tools say then that the server must be stopped.
 */
export async function listenForTools(
  { dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>,
  ports: ServerPorts,
): Promise<{ close(): Promise<void> }> {
  const { control } = dataDirPaths(dataDir);
  // Of processes that share PostgreSQL and a directory each would want it; there, tools need none of them.
  if (databaseUrl !== undefined || process.platform === 'win32' || control.length > LONGEST_NAME) return { close: async () => undefined };
  const commands: Readonly<Record<Command, () => Promise<unknown>>> = {
    backup: async () => {
      if (!ports.backups) throw new Error('This server makes no backups.');
      return ports.backups.make();
    },
    health: async () => (await ready(ports)).json(),
  };
  const server = createServer((incoming, outgoing) => {
    const name = incoming.url?.slice(1) ?? '';
    if (incoming.method !== 'POST' || !Object.hasOwn(commands, name)) {
      outgoing.writeHead(404).end();
      return;
    }
    commands[name as Command]().then(
      (said) => outgoing.end(JSON.stringify(said)),
      (error: unknown) => {
        ports.logger.error('control.failed', { command: name, error });
        outgoing.writeHead(500).end(error instanceof Error ? error.message : String(error));
      },
    );
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
export async function askServer<C extends Command>(dataDir: string, command: C): Promise<ControlReplies[C] | null> {
  const { control } = dataDirPaths(dataDir);
  if (process.platform === 'win32' || control.length > LONGEST_NAME) return null;
  const { promise, resolve, reject } = Promise.withResolvers<ControlReplies[C] | null>();
  const asking = request({ socketPath: control, method: 'POST', path: `/${command}` }, (reply) => {
    let text = '';
    reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    reply.on('end', () => {
      if (reply.statusCode === 200) resolve(JSON.parse(text) as ControlReplies[C]);
      else reject(new Error(text || `The server does not know the command ${command}.`));
    });
  });
  asking.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
    else reject(error);
  });
  asking.end();
  return promise;
}

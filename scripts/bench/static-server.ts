import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface StaticServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves folders below their names, precompressed where there is a `.br`: what any plain file server would do. */
export async function serveFolders(folders: Readonly<Record<string, string>>): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const [, folder = '', ...rest] = normalize(new URL(request.url ?? '/', 'http://localhost').pathname).split('/');
    const root = folders[folder];
    const path = root && join(root, rest.join('/') || 'index.html');
    if (!path || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const isCompressed = existsSync(`${path}.br`);
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      ...(isCompressed && { 'content-encoding': 'br' }),
    });
    response.end(readFileSync(isCompressed ? `${path}.br` : path));
  });
  return { url: await listening(server), close: () => closed(server) };
}

/** Starts listening on a free port of this machine. @returns its address */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

export function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { DEMO_POLICY } from '#domain/demo/demo-policy';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.png': 'image/png',
};

/** Browsers ask for it where they show a file that names no icon, as a picture. */
const USUAL_ICON = '/favicon.ico';

export interface StaticHost {
  readonly origin: string;
  /** Addresses that were asked of it, other than below the folder. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

/** A host that knows files and nothing else, as anybody can rent. */
export async function openStaticHost(folder: string, base: string): Promise<StaticHost> {
  const strays: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.endsWith(USUAL_ICON)) {
      response.writeHead(204).end();
      return;
    }
    if (!pathname.startsWith(`${base}/`)) strays.push(pathname);
    const name = normalize(pathname.slice(base.length)).replace(/^[/\\]+/u, '') || 'index.html';
    const send = async (): Promise<void> => {
      const body = pathname.startsWith(`${base}/`) ? await readFile(join(folder, name)).catch(() => null) : null;
      const found = body ?? (await readFile(join(folder, '404.html')));
      response.writeHead(body ? 200 : 404, {
        'content-type': body ? (TYPES[extname(name)] ?? 'application/octet-stream') : 'text/html; charset=utf-8',
        'content-security-policy': DEMO_POLICY,
        'cache-control': /-[\w-]{8,}\./u.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      response.end(found);
    };
    void send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    strays,
    close: () => new Promise((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '#server/boot/env';
import { startGateway } from '#server/boot/start-gateway';
import { createLogger } from '#server/base/logger';
import { KEEP_ALIVE_MS } from '#server/base/limits';

it('opens a socket in front of the other server and nothing else, names what means nothing, and is gone when it is stopped', async () => {
  const upstream = createServer((request, response) => response.end(JSON.stringify(request.url)));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'troupe-gateway-'));
  const dataDir = join(folder, 'data');
  const env = readEnv({ SERVER_URL: url, PORT: '0', DATA_DIR: dataDir, SAMPLE_DATA: '0' });
  const logged: Readonly<Record<string, unknown>>[] = [];
  const logger = createLogger({ level: 'info', write: (line) => void logged.push(JSON.parse(line)), now: () => new Date(0) });
  const gateway = await startGateway(env, env.upstream!, logger);
  try {
    const reply = await fetch(`${gateway.address}/api/admin/user.User/index?page=2`);
    expect(await reply.json()).toBe('/admin/user.User/index?page=2');
    // Whoever keeps a connection is told for how long.
    expect(reply.headers.get('keep-alive')).toBe(`timeout=${KEEP_ALIVE_MS / 1000}`);
    expect(logged).toMatchObject([
      { event: 'env.unused', names: ['DATA_DIR', 'SAMPLE_DATA'], because: 'SERVER_URL' },
      { event: 'server.started', address: gateway.address, upstream: url },
    ]);
  } finally {
    await gateway.stop();
    upstream.closeAllConnections();
    upstream.close();
    rmSync(folder, { recursive: true });
  }
  await expect(fetch(gateway.address)).rejects.toThrow('fetch failed');
});

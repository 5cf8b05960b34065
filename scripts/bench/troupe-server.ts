import { readFileSync } from 'node:fs';
import { ADMIN_PASSWORD, startServer } from '#tests/e2e/support/server-process.ts';
import runOptions from '../run-options.json' with { type: 'json' };

export interface MeasuredServer {
  readonly url: string;
  /** Headers of a signed-in super administrator. */
  readonly headers: Readonly<Record<string, string>>;
  /** Memory in use, in MB; null where the system does not tell. */
  memoryMb(): number | null;
  close(): Promise<void>;
}

/** The real server as a process, run as `npm start` runs it, with somebody signed in. */
export async function startMeasuredServer(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<MeasuredServer> {
  const server = await startServer({ dataDir, env: { ...runOptions.env, ...env }, flags: runOptions.flags });
  const response = await fetch(`${server.url}/api/admin/Index/login`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  const { data } = (await response.json()) as { readonly data: { readonly userInfo: { readonly token: string } } };
  return {
    url: server.url,
    headers: { server: 'true', batoken: data.userInfo.token },
    memoryMb: () => residentMb(server.process.pid),
    close: async () => void (await server.end('SIGTERM')),
  };
}

function residentMb(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

export const LIST_PATH = '/api/admin/goods.Goods/index?page=1&limit=20';

import { DEMO_POLICY } from '#domain/demo/demo-policy';
import { DEMO_BASE } from '#domain/demo/demo-words';
import type { ServerPorts } from '../../ports/ports.ts';
import { pageFileReply, isFilePath } from './pages.ts';

/**
 * A file of the product that runs in a browser alone, or its page for each address that it knows itself.
 * @returns null for any other address, and where the installation does not offer it
 * @param path decoded, without a slash at its end
 */
export async function demoReply(request: Request, path: string, ports: Pick<ServerPorts, 'database' | 'demo'>): Promise<Response | null> {
  const { demo } = ports;
  if (path !== DEMO_BASE && !path.startsWith(`${DEMO_BASE}/`)) return null;
  if ((request.method !== 'GET' && request.method !== 'HEAD') || demo?.isBuilt() !== true || !(await isOpen(ports))) return null;
  // Files are named from the folder on; the path that is given ends with no slash.
  if (new URL(request.url).pathname === DEMO_BASE) return new Response(null, { status: 308, headers: { location: `${DEMO_BASE}/` } });
  const accepted = request.headers.get('accept-encoding') ?? '';
  const name = path.slice(DEMO_BASE.length);
  const file = (await demo.read(name, accepted)) ?? (isFilePath(name) ? null : await demo.read('/index.html', accepted));
  if (!file) return null;
  const reply = pageFileReply(request, name, file);
  reply.headers.set('content-security-policy', `${DEMO_POLICY}; frame-ancestors 'self'`);
  return reply;
}

async function isOpen({ database: { kysely } }: Pick<ServerPorts, 'database'>): Promise<boolean> {
  const row = await kysely.selectFrom('config').select('value').where('name', '=', 'demo_enabled').executeTakeFirst();
  return row?.value === '1';
}

import { API_BASE, HEADER } from '#api/contract/base/wire';
import { MCP_TOOLS } from '../../features/programs/limits.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import { may } from '../../resources/access/permissions.ts';
import type { IncomingCall } from '../../routing/call.ts';
import type { RawRoutes } from '../../routing/raw-routes.ts';
import { GateError, PROGRAM_REFUSED } from '../../routing/replies.ts';
import type { MountedEndpoint, RouteTable } from '../../routing/route-table.ts';
import { isOfUse, isOpenToProgram, type ProgramCaller, type Programs } from '../calls/programs.ts';
import { toolOf, type SectionTool } from './section-tools.ts';

interface Services {
  readonly raw: RawRoutes;
  readonly table: RouteTable;
  readonly programs: Programs;
  /** Answers a call as if it had come by itself. */
  readonly answer: (request: Request, call: IncomingCall) => Promise<Response>;
}

const METHOD_NOT_ALLOWED = { jsonrpc: '2.0', error: { code: -32_000, message: 'Method not allowed.' }, id: null };

/**
 * What the sections can do, for programs that speak the Model Context Protocol: a tool for each call that the program's token opens. A tool makes
 * that very call, with its gate, its limits, its log and its refusals; nothing is open here that is closed there. Each request stands by
 * itself, so that every process answers it, and nothing is sent without being asked for.
 */
export function mountMcp({ raw, table, programs, answer }: Services): void {
  const toolsFor = (caller: ProgramCaller): readonly SectionTool[] => {
    const mayDo = (node: string): boolean => may({ ...caller, idempotencyKey: null }, node);
    const isOffered = (mounted: MountedEndpoint): boolean => isOpenToProgram(mounted, caller) && isOfUse(mounted, mayDo);
    return table
      .all()
      .filter(isOffered)
      .flatMap((mounted) => toolOf(mounted) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .slice(0, MCP_TOOLS);
  };

  raw.add('POST', '/api/mcp', async (call) => {
    const caller = await programs.callerOf(call);
    if (caller === null) throw new GateError(PROGRAM_REFUSED);
    // Loaded with the first that asks.
    const { answerMcp } = await import('./mcp-server.ts');
    const tools = toolsFor(caller);
    return answerMcp(call, { tools, version: PROGRAM_VERSION, run: (tool, input) => run(tool, input, call) });
  });
  raw.add('GET', '/api/mcp', () =>
    Promise.resolve(Response.json(METHOD_NOT_ALLOWED, { status: 405, headers: { allow: 'POST', 'cache-control': 'no-store' } })),
  );

  async function run({ endpoint, isReading }: SectionTool, input: Readonly<Record<string, unknown>>, call: IncomingCall): Promise<unknown> {
    const url = new URL(API_BASE + endpoint.path, call.url);
    const isInAddress = isReading || endpoint.method === 'DELETE';
    if (isInAddress) url.search = queryOf(input);
    const headers = new Headers({ [HEADER.language]: call.language });
    for (const name of ['authorization', 'user-agent']) headers.set(name, call.request.headers.get(name) ?? '');
    if (!isInAddress) headers.set('content-type', 'application/json');
    const request = new Request(url, { method: endpoint.method, headers, ...(!isInAddress && { body: JSON.stringify(input) }) });
    return (await answer(request, call)).json();
  }
}

/** A query in brackets, as it is read again. */
function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) value.forEach((item, index) => add(`${name}[${index}]`, item));
    else if (typeof value === 'object' && value !== null) for (const [key, item] of Object.entries(value)) add(`${name}[${key}]`, item);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') query.append(name, String(value));
  };
  for (const [name, value] of Object.entries(input)) add(name, value);
  return query.toString();
}

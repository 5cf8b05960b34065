import { rejection } from '#domain/base/failure';
import type { ServerPorts } from '../../ports/ports.ts';
import type { AdminLog } from '../base/admin-log.ts';
import type { Caches } from '../../base/caches.ts';
import type { AdminCaller, Client } from '../../base/caller.ts';
import type { SecurityLog } from '../base/security-log.ts';
import type { SessionService } from '../session/session.service.ts';
import { type CommandRegistry, createCommandRegistry } from './commands.ts';
import { sessionOf, type LastingSession } from '../../resources/access/lasting-session.ts';
import type { Run, RunOrder } from './run-log.ts';
import { createTerminalRuns, type RunsPorts, type TerminalRuns } from './runs.ts';
import { createTickets, type TicketHolder } from './tickets.ts';

export interface TerminalRules {
  readonly isOn: boolean;
  /** Stock clients know no tickets: they put the real token into the address, where proxies write it down. */
  readonly allowsTokenInQuery: boolean;
}
export const DEFAULT_TERMINAL: TerminalRules = { isOn: true, allowsTokenInQuery: false };

export interface StreamRequest {
  readonly order: RunOrder;
  /** From the header, which no browser's event stream can send. */
  readonly token: string | null;
  /** `batoken` of the address. */
  readonly ticket: string;
  /** The browser goes on with a broken stream by itself, with the same address as before. */
  readonly isTakenUp: boolean;
  readonly client: Client;
}

export interface OpenedRun {
  readonly run: Run;
  /** Its end also ends what is streamed; the run goes on. */
  readonly session: LastingSession;
}

/** The terminal of super administrators. Source: wire protocol §5.20; security.md rules 5, 26, 27. */
export interface TerminalService {
  readonly settings: TerminalRules;
  /** Modules add their own. */
  readonly commands: CommandRegistry;
  readonly runs: TerminalRuns;
  issueTicket(order: RunOrder, caller: AdminCaller): Promise<string>;
  /** Starts the run or finds the one that there is. @throws a refusal, before any process */
  open(request: StreamRequest): Promise<OpenedRun>;
}

interface Surroundings {
  readonly sessions: Pick<SessionService, 'identify'>;
  readonly securityLog: SecurityLog;
  readonly adminLog: AdminLog;
  readonly caches: Caches;
}

const BUILD_GROUP = 'web-build.';
const EXTEND_LENGTH = 500;
const NODE = 'terminal/index';

export function createTerminalService(
  ports: RunsPorts & Pick<ServerPorts, 'database'>,
  { sessions, securityLog, adminLog, caches }: Surroundings,
  settings: TerminalRules = DEFAULT_TERMINAL,
): TerminalService {
  const commands = createCommandRegistry();
  // What was built is read anew, so that it is served.
  const runs = createTerminalRuns(ports, commands, async ({ command }) => {
    if (command.startsWith(BUILD_GROUP)) await caches.clear();
  });
  const tickets = createTickets(ports);

  function checkOrder({ uuid, command, extend }: RunOrder): void {
    if (!commands.find(command)) throw rejection('refusals.terminal.unknownCommand', { command: command.slice(0, 60) });
    if (!/^[\w-]{8,64}$/u.test(uuid)) throw rejection('refusals.parameter', { name: 'uuid' });
    if (extend.length > EXTEND_LENGTH) throw rejection('refusals.parameter', { name: 'extend' });
  }

  async function byToken(token: string): Promise<TicketHolder> {
    const admin = await sessions.identify(token);
    if (admin === 'expired') throw rejection('refusals.tokenExpired');
    if (admin === 'factorDue') throw rejection('refusals.account.factorDue');
    const session = await sessionOf(ports.database.kysely, token);
    if (admin === null || session === null) throw rejection('errors.needLogin');
    return { ...admin, session };
  }

  async function holderOf({ order, token, ticket, isTakenUp }: StreamRequest, run: Run | undefined): Promise<TicketHolder> {
    if (token !== null) return byToken(token);
    if (ticket === '') throw rejection('errors.needLogin');
    const holder = await tickets.redeem(ticket, order, isTakenUp ? run : undefined);
    if (holder) return holder;
    if (settings.allowsTokenInQuery) return byToken(ticket);
    // A stock client knows no tickets: whoever reads this has to learn what to do about it.
    throw rejection((await sessions.identify(ticket)) === null ? 'refusals.terminal.ticketRefused' : 'refusals.terminal.queryTokenRefused');
  }

  return {
    settings,
    commands,
    runs,

    async issueTicket(order, caller) {
      checkOrder(order);
      // What cannot start is refused here, where a person sees the reply.
      if (!(await runs.find(order.uuid))) await commands.find(order.command)?.prepare?.(order.extend);
      return tickets.issue(order, caller);
    },

    async open(request) {
      const { order, client } = request;
      checkOrder(order);
      const run = await runs.find(order.uuid);
      const holder = await holderOf(request, run);
      if (!holder.grants.isSuper) {
        await securityLog.write('permission.refused', client, { accountType: 'admin', accountId: holder.id, detail: { node: NODE } });
        throw rejection('refusals.forbidden');
      }
      if (run && run.command !== order.command) throw rejection('refusals.terminal.otherCommand');
      const { session } = holder;
      if (run) return { run, session };
      if (await runs.start(order, { id: holder.id, client }, client.language)) await logStart(order, holder, client);
      const started = await runs.find(order.uuid);
      if (started?.command !== order.command) throw rejection('refusals.terminal.otherCommand');
      return { run: started, session };
    },
  };

  async function logStart(order: RunOrder, holder: TicketHolder, client: Client): Promise<void> {
    const caller: AdminCaller = { ...holder, kind: 'admin', client, tokens: { admin: null, member: null }, idempotencyKey: null };
    try {
      await adminLog.write({ node: NODE, url: '/admin/Terminal/index', input: { ...order } }, caller);
    } catch (error) {
      // The command runs already.
      ports.logger.error('adminLog.failed', { error });
    }
  }
}

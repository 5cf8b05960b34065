import type { FeatureContext } from '../base/feature.ts';
import type { SessionService } from '../session/session.service.ts';
import { keptRunRoutes, maintenanceRoutes, terminalRoutes } from './terminal.routes.ts';
import { createTerminalService, type TerminalService, type TerminalRules } from './terminal.service.ts';

/** Commands of super administrators, and the server's memory that they clear. @returns where modules add commands of theirs */
export function mountTerminal(
  context: FeatureContext & { readonly sessions: Pick<SessionService, 'identify'> },
  settings: TerminalRules | undefined,
): TerminalService {
  const { table, raw, caches, ports } = context;
  const terminal = createTerminalService(ports, context, settings);
  terminalRoutes(table, raw, terminal, ports);
  keptRunRoutes(table, terminal, ports);
  maintenanceRoutes(table, caches, ports);
  return terminal;
}

import type { BackgroundTasks } from '../../base/background-tasks.ts';
import type { Caches } from '../../base/caches.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import type { RawRoutes } from '../../routing/raw-routes.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { AdminLog } from './admin-log.ts';
import type { Guesses } from './guesses.ts';
import type { MemberData } from './member-data.ts';
import type { SecurityLog } from './security-log.ts';

/** What a feature is mounted with: where its calls go, and the services that several features need, made once for all of them. */
export interface FeatureContext {
  readonly ports: ServerPorts;
  readonly table: RouteTable;
  readonly raw: RawRoutes;
  /** The shipped ones are registered already. */
  readonly resources: Resources;
  readonly caches: Caches;
  readonly backgroundTasks: BackgroundTasks;
  readonly guesses: Guesses;
  readonly securityLog: SecurityLog;
  readonly adminLog: AdminLog;
  /** What is kept of members, for when they take it along or leave. */
  readonly memberData: MemberData;
}

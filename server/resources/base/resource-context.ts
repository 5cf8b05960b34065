import type { Resource } from '#domain/table/resource';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ColumnMap } from './columns.ts';
import type { ResourceHooks } from './hooks.ts';

/** What every part of the engine knows of one resource. */
export interface ResourceContext {
  readonly resource: Resource;
  /** Prefix of its permission nodes, such as `goods/goods`. */
  readonly pagePath: string;
  readonly columns: ColumnMap;
  readonly hooks: ResourceHooks;
  readonly ports: Pick<ServerPorts, 'database' | 'clock' | 'messages' | 'precedence'> & Partial<Pick<ServerPorts, 'jobs'>>;
  /** Another registered resource. */
  readonly other: (name: string) => Pick<ResourceContext, 'resource' | 'columns'>;
  /** All that is known of a registered resource, to write to it within the same write. */
  readonly contextOf: (name: string) => ResourceContext | undefined;
  /** Registered resources that have fields naming records of this one. */
  readonly referrers: () => readonly Referrer[];
}

interface Referrer {
  readonly resource: Resource;
  readonly column: string;
  /** Whether whoever deletes the named record says what becomes of those that name it. */
  readonly isAsked: boolean;
}

import type { Fields } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';
import type { Resources } from '../../resources/registry.ts';
import type { MemberData } from './member-data.ts';

/** What hooks may be made from. */
export interface HookSurroundings {
  readonly ports: ServerPorts;
  readonly resources: Pick<Resources, 'all'>;
  /** What features keep of members; known once all of them are mounted. */
  readonly memberData: MemberData;
  /** The permission nodes that calls ask for, in lower case. */
  readonly nodes: () => ReadonlySet<string>;
}

/** What a section's `.hooks.ts` exports. */
export interface SectionHooks {
  readonly resource: Resource;
  readonly make: (surroundings: HookSurroundings) => ResourceHooks;
}

/** Joins a shipped resource with its hooks; a hook that names no field does not compile. */
export const sectionHooks = <F extends Fields>(
  resource: Resource<F>,
  make: (surroundings: HookSurroundings) => ResourceHooks<F>,
): SectionHooks => ({ resource, make: make as unknown as SectionHooks['make'] });

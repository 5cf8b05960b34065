import { importSections } from '../base/platform/section-files.ts';
import type { ResourceHooks } from '../resources/base/hooks.ts';
import type { HookSurroundings, SectionHooks } from './base/section-hooks.ts';

const HOOKS = (await importSections('hooks.ts')).map(({ main }) => main as SectionHooks);

/** What shipped sections add to the engine, by the resource's name; most add nothing. */
export const shippedHooks = (surroundings: HookSurroundings): Readonly<Record<string, ResourceHooks>> =>
  Object.fromEntries(HOOKS.map(({ resource, make }) => [resource.name, make(surroundings)]));

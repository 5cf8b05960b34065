import type { Resource } from '#domain/table/resource';
import { SHIPPED_RESOURCES } from './shipped-resources.ts';

/**
 * Where declarations are found: those that are shipped, and those that were published at run time and that this person may open. A page
 * has one book, as it has one language, since a cell deep in a list asks for the section that it names.
 */
let known: readonly Resource[] = SHIPPED_RESOURCES;

export const knownResources = (): readonly Resource[] => known;

export const findResource = (name: string): Resource | undefined => known.find((one) => one.name === name);

/** @throws when no resource has the name */
export function requireResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(`no resource is called ${name}`);
  return resource;
}

/**
 * In the place of those published before. A declaration that is shipped is never replaced.
 * @param mayEdit whether this person may edit records of a section: others have none of what is told to editors alone
 */
export function setLiveResources(live: readonly Resource[], mayEdit: (resource: Resource) => boolean = () => true): void {
  const shipped = new Set(SHIPPED_RESOURCES.map(({ name }) => name));
  const all = [...SHIPPED_RESOURCES, ...live.filter(({ name }) => !shipped.has(name))];
  known = all.map((resource) => asSeen(resource, mayEdit));
}

function asSeen(resource: Resource, mayEdit: (resource: Resource) => boolean): Resource {
  const fields = Object.entries(resource.fields);
  const seen = fields.filter(([, { query }]) => query !== 'byEditors');
  return seen.length === fields.length || mayEdit(resource) ? resource : { ...resource, fields: Object.fromEntries(seen) };
}

import type { Resource } from '#domain/table/resource';
import { importSections } from './section-files.ts';

/** Every shipped resource, by the names of the folders. Resources designed at run time join them later. */
export const SHIPPED_RESOURCES: readonly Resource[] = (await importSections('resource.ts')).map(({ main }) => main as Resource);

export const findResource = (name: string): Resource | undefined => SHIPPED_RESOURCES.find((one) => one.name === name);

/** @throws when no shipped resource has the name */
export function shippedResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(`no resource is called ${name}`);
  return resource;
}

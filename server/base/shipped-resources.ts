import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { importSections } from './platform/section-files.ts';

/** Lives by the names of their sections' folders. They stand beside the declarations, so that no browser loads them. */
const LIVES = new Map((await importSections('life.ts')).map(({ section, main }) => [section, main as Life]));

/** Every shipped resource, by the names of the folders. Resources designed at run time join them later. */
export const SHIPPED_RESOURCES: readonly Resource[] = (await importSections('resource.ts')).map(({ section, main }) => {
  const life = LIVES.get(section);
  if ((main as Resource).lifeField !== life?.field) throw new Error(`${section}: its declaration names another field than its life`);
  return life ? { ...(main as Resource), life } : (main as Resource);
});

export const findResource = (name: string): Resource | undefined => SHIPPED_RESOURCES.find((one) => one.name === name);

/** @throws when no shipped resource has the name */
export function shippedResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(`no resource is called ${name}`);
  return resource;
}

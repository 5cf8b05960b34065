import type { Resource } from '#domain/table/resource';

/** The browser's way to the declarations of all sections; the server reads the same folders. */
const declarations = import.meta.glob<Readonly<Record<string, Resource>>>('/src/sections/*/*.resource.ts', { eager: true });

/** Every shipped resource, by the names of the folders. */
export const SHIPPED_RESOURCES: readonly Resource[] = Object.values(declarations).flatMap((module) => Object.values(module));

export const findResource = (name: string): Resource | undefined => SHIPPED_RESOURCES.find((one) => one.name === name);

/** @throws when no shipped resource has the name */
export function shippedResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(`no resource is called ${name}`);
  return resource;
}

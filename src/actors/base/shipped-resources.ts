import type { Resource } from '#domain/table/resource';

/** The browser's way to the declarations of all sections; the server reads the same folders. */
const declarations = import.meta.glob<Readonly<Record<string, Resource>>>('/src/sections/*/*.resource.ts', { eager: true });

/** Every shipped resource, by the names of the folders. */
export const SHIPPED_RESOURCES: readonly Resource[] = Object.values(declarations).flatMap((module) => Object.values(module));

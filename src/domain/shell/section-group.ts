import type { Resource } from '../table/resource.ts';

/** What is known of a section from the start of the back office on; all else of it comes with its group. */
export interface SectionHead {
  readonly name: string;
  readonly controller: string;
  /** Those by which its page is drawn: its own, and those of the sections that its fields name. */
  readonly groups: readonly string[];
}

/** In the place of a group's name: all of them. No directory of the menu has a name of signs alone. */
export const EVERY_GROUP = '-';

/** Sections come in groups, by the directory of the menu under which they stand. */
export const groupOf = ({ menu }: Pick<Resource, 'menu'>): string => {
  const under = typeof menu?.under === 'object' ? menu.under.name : menu?.under;
  return under?.replaceAll(/\W/gu, '-') || 'top';
};

/** The sections whose records a section's fields name. */
export const sectionsNamedBy = ({ fields }: Pick<Resource, 'fields'>): readonly string[] => [
  ...new Set(Object.values(fields).flatMap((field) => ('of' in field && typeof field.of === 'string' ? [field.of] : []))),
];

/** What is known of each of them, in their order. */
export function headsOf(resources: readonly Pick<Resource, 'name' | 'controller' | 'fields' | 'menu'>[]): readonly SectionHead[] {
  const groups = new Map(resources.map((resource) => [resource.name, groupOf(resource)]));
  return resources.map((resource) => {
    const named = [resource.name, ...sectionsNamedBy(resource)].flatMap((name) => groups.get(name) ?? []);
    return { name: resource.name, controller: resource.controller, groups: [...new Set(named)] };
  });
}

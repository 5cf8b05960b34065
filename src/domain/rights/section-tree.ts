import { isForPrograms } from '../programs/api-token.ts';
import { pagePathOf, type Resource } from '../table/resource.ts';
import type { TreeOption } from './rule-tree.ts';

/**
 * Of a tree of rights the sections that another program can be told of, under the directories of the menu: each is called as its page and is chosen
 * by the right to its list, the only one that says anything there.
 * @returns the rights as they are where none of them can be told of, as from a server that does not name them
 */
export function sectionTree(
  options: readonly TreeOption[],
  resources: readonly Pick<Resource, 'name' | 'controller'>[],
): readonly TreeOption[] {
  const byId = new Map(options.map((option) => [option.id, option]));
  const lists = new Set(resources.filter((resource) => isForPrograms(resource, true)).map((resource) => listOf(pagePathOf(resource))));
  const pages = new Set(
    options.flatMap(({ name }) => (name?.toLowerCase().endsWith(LIST) ? [name.toLowerCase().slice(0, -LIST.length)] : [])),
  );
  const isPage = ({ name }: TreeOption): boolean => name !== undefined && pages.has(name.toLowerCase());
  const directoryOf = (option: TreeOption): TreeOption | null => {
    const above = option.parentId === null ? undefined : byId.get(option.parentId);
    return above && isPage(above) ? directoryOf(above) : (above ?? null);
  };
  const directories = new Set<TreeOption>();
  const keep = (directory: TreeOption): void => {
    directories.add(directory);
    const above = directory.parentId === null ? undefined : byId.get(directory.parentId);
    if (above) keep(above);
  };
  const sections = options.flatMap((option) => {
    const page = option.parentId === null ? undefined : byId.get(option.parentId);
    if (!page || option.name === undefined || !lists.has(option.name.toLowerCase())) return [];
    const directory = directoryOf(page);
    if (directory) keep(directory);
    return [{ ...option, title: page.title, parentId: directory?.id ?? null }];
  });
  // In the order of the menu: a section is where its page was.
  const placeOf = ({ id }: TreeOption): number => options.findIndex((option) => option.id === id);
  return sections.length === 0 ? options : [...directories, ...sections].toSorted((a, b) => placeOf(a) - placeOf(b));
}

const LIST = '/index';
const listOf = (page: string): string => `${page}${LIST}`.toLowerCase();

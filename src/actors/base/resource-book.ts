import { SECTION_GROUPS, SECTION_HEADS } from 'virtual:sections';
import { EVERY_GROUP, sectionsNamedBy } from '#domain/shell/section-group';
import type { Resource } from '#domain/table/resource';
import { bring, lazyOnce, type Lazy } from './lazy-code.ts';

/**
 * Where declarations are found: those that are shipped, and those that were published at run time and that this person may open. A page
 * has one book, as it has one language, since a cell deep in a list asks for the section that it names.
 *
 * What is shipped is known by its name from the start; declarations come in groups, with their words. A page waits for the groups that its
 * section names before it is drawn, whatever works over many sections for all of them.
 */
const arrived = new Map<string, Resource>();
const book: { live: readonly Resource[]; mayEdit: (resource: Resource) => boolean; known: readonly Resource[] } = {
  live: [],
  mayEdit: () => true,
  known: [],
};
/** Who is told to bring the words of a group along. */
const words: { bring: (group: string) => Promise<unknown> } = { bring: () => Promise.resolve() };

const HEADS = new Map(SECTION_HEADS.map((head) => [head.name, head]));

/** A section as it is known before its declaration is here. */
export type KnownSection = Pick<Resource, 'name' | 'controller' | 'label'>;

/** Every section there is for this person, also those whose declarations are still to come. */
export const knownSections = (): readonly KnownSection[] => [...SECTION_HEADS, ...book.live];

export const findSection = (name: string): KnownSection | undefined => HEADS.get(name) ?? book.live.find((one) => one.name === name);

/** Whether a section's declaration is shipped and has not arrived. */
export const isOnTheWay = (name: string): boolean => HEADS.has(name) && !arrived.has(name);

/** The declarations that are here by now. */
export const arrivedResources = (): readonly Resource[] => book.known;

/** All declarations. @throws before `allSections` has brought them */
export function knownResources(): readonly Resource[] {
  const missing = SECTION_HEADS.find(({ name }) => !arrived.has(name));
  if (missing) throw new Error(`all sections are asked for before ${missing.name} is here`);
  return book.known;
}

/** The declaration of a section; undefined also where it has not arrived. */
export const findResource = (name: string): Resource | undefined => book.known.find((one) => one.name === name);

/** @throws when no resource has the name, or its declaration has not arrived */
export function requireResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(isOnTheWay(name) ? `${name} is asked for before it is here` : `no resource is called ${name}`);
  return resource;
}

/**
 * In the place of those published before. A declaration that is shipped is never replaced.
 * @param mayEdit whether this person may edit records of a section: others have none of what is told to editors alone
 */
export function setLiveResources(live: readonly Resource[], mayEdit: (resource: Resource) => boolean = () => true): void {
  book.live = live.filter(({ name }) => !HEADS.has(name));
  book.mayEdit = mayEdit;
  const shipped = SECTION_HEADS.flatMap(({ name }) => arrived.get(name) ?? []);
  book.known = [...shipped, ...book.live].map((resource) => asSeen(resource, mayEdit));
}

function asSeen(resource: Resource, mayEdit: (resource: Resource) => boolean): Resource {
  const fields = Object.entries(resource.fields);
  const seen = fields.filter(([, { query }]) => query !== 'byEditors');
  return seen.length === fields.length || mayEdit(resource) ? resource : { ...resource, fields: Object.fromEntries(seen) };
}

/** Those that were here stay the same objects: rows are memoised on them. */
function take(resources: readonly Resource[]): void {
  for (const resource of resources) arrived.set(resource.name, resource);
  const here = new Map(book.known.map((resource) => [resource.name, resource]));
  const shipped = SECTION_HEADS.flatMap(({ name }) => {
    const resource = arrived.get(name);
    return resource ? [here.get(name) ?? asSeen(resource, book.mayEdit)] : [];
  });
  book.known = [...shipped, ...book.known.filter(({ name }) => !HEADS.has(name))];
}

const GROUPS: Readonly<Record<string, Lazy<void>>> = Object.fromEntries(
  Object.entries(SECTION_GROUPS).map(([group, load]) => [
    group,
    lazyOnce(async () => {
      const [declared] = await Promise.all([load(), words.bring(group)]);
      take(Object.values(declared));
    }),
  ]),
);

const bringGroups = async (groups: Iterable<string>): Promise<void> => {
  await Promise.all([...groups].flatMap((group) => (GROUPS[group] ? [bring(GROUPS[group])] : [])));
};

/** Says what brings the words of a group: words are not the business of who knows declarations, but they arrive together. */
export function bringWordsBy(load: (group: string) => Promise<unknown>): void {
  words.bring = load;
}

/** The groups by which a section's page is drawn; those of a section of run time are the ones that its fields name. */
function groupsOf(name: string): readonly string[] {
  const live = book.live.find((one) => one.name === name);
  const named = live ? sectionsNamedBy(live) : [name];
  return named.flatMap((one) => HEADS.get(one)?.groups ?? []);
}

/**
 * Brings what the pages of these sections are drawn by: their declarations, and those that their fields name, with the words of both.
 * @throws LazyCodeError
 */
export const bringSections = (names: readonly string[]): Promise<void> => bringGroups(new Set(names.flatMap(groupsOf)));

/** Brings all declarations, for whatever works over many sections. */
export const allSections: Lazy<void> = lazyOnce(async () => {
  // Their words are one file, which is asked for first: no group asks for its own beside it.
  await Promise.all([words.bring(EVERY_GROUP), bringGroups(Object.keys(GROUPS))]);
});

/** Something that works over many sections, once their declarations are here as well. @throws LazyCodeError */
export async function withAllSections<Code>(load: Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load, bring(allSections)]);
  return code;
}

import type { Kysely } from 'kysely';
import { pagePathOf } from '#domain/table/resource';
import type { Language } from '../../base/messages.ts';
import { DEFAULT_LANGUAGE } from '../../base/messages.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { eventLabel } from '../../resources/life/life-words.ts';
import type { Resources } from '../../resources/registry.ts';

/** Characters that the column takes. */
const TITLE_LENGTH = 100;
/** Leaves room for the word that it was refused. */
const REFUSED_TITLE_LENGTH = 80;
/** And for how often. */
const COUNTED_TITLE_LENGTH = 70;

/** What calls are named by: rules of the menu, texts, and the sections, whose records' lives have events. */
export interface NamingPorts extends Pick<ServerPorts, 'database' | 'messages'> {
  readonly resources: Pick<Resources, 'all'>;
}

/** Words in one language. */
interface Say {
  /** Undefined for a key that nobody knows. */
  readonly text: (key: string, params?: Readonly<Record<string, string>>) => string | undefined;
  /** What an event of a section is called, by the node that asks for it; undefined where it is none. */
  readonly event: (node: string) => string | undefined;
}

export type Rules = readonly Pick<Row<'admin_rule'>, 'name' | 'title'>[];

export function sayIn({ messages, resources }: NamingPorts, language: Language): Say {
  return {
    text(key, params) {
      const text = messages.text(language, key, params);
      return text === key ? undefined : text;
    },
    event(node) {
      const page = pageOf(node);
      const section = resources.all().find(({ resource }) => pagePathOf(resource).toLowerCase() === page);
      const { life } = section?.resource ?? {};
      const event = life && Object.keys(life.events).find((name) => name.toLowerCase() === nameOf(node));
      return section && life && event ? eventLabel(section.context, life, event, language) : undefined;
    },
  };
}

const pageOf = (node: string): string => node.slice(0, node.lastIndexOf('/'));
const nameOf = (node: string): string => node.slice(node.lastIndexOf('/') + 1);

/** The node of the call that an entry's address leads to, written as it may be. */
export const nodeIn = (url: string): string =>
  (/\/admin\/([^?]+)/iu.exec(url)?.[1] ?? '').toLowerCase().replaceAll('_', '').replaceAll('.', '/').replace(/\/$/u, '');

/** Rules of pages and of their calls; nodes are in small letters. */
export const readCallRules = (kysely: Kysely<Tables>, nodes: readonly string[]): Promise<Rules> =>
  kysely
    .selectFrom('admin_rule')
    .select(['name', 'title'])
    .where((where) => where(where.fn<string>('lower', ['name']), 'in', [...new Set(nodes.flatMap((node) => [pageOf(node), node]))]))
    .execute();

/** Titles of rules may be keys of texts, or the words themselves. */
const titleText = (title: string, say: Say): string => say.text(title) ?? title;

/** The name that a call has whatever the rules say; undefined where it has none. */
export const ownName = (node: string, say: Say): string | undefined => say.text(`calls.one.${node}`);

/** What a call is called: by a name of its own, by the rules, as an event of a life, or as what every section has. */
function knownTitle(node: string, rules: Rules, say: Say): string | undefined {
  const own = ownName(node, say);
  if (own !== undefined) return own;
  const ruled = (name: string): string | undefined => rules.find((rule) => rule.name.toLowerCase() === name)?.title;
  const page = ruled(pageOf(node));
  const action = ruled(node);
  const name = nameOf(node);
  const text = action === undefined ? (say.event(node) ?? say.text(`calls.everySection.${name}`)) : titleText(action, say);
  if (page === undefined && action === undefined) return undefined;
  const actionText = text ?? say.text('calls.unknown', { action: name }) ?? name;
  return page === undefined ? actionText : say.text('calls.ofPage', { page: titleText(page, say), action: actionText });
}

/** What an entry tells of a refusal: how many more of the same call were left out before it. */
export interface RefusedCall {
  readonly leftOut: number;
}

/** What an entry is called. Of a refused call it says so: who reads of a deletion must not take it for done. */
export function entryTitle(node: string, rules: Rules, say: Say, refusal?: RefusedCall): string {
  const title = knownTitle(node, rules, say) ?? say.text('calls.unknown', { action: nameOf(node) }) ?? node;
  return whole(title, say, refusal).slice(0, TITLE_LENGTH);
}

function whole(title: string, say: Say, refusal: RefusedCall | undefined): string {
  if (!refusal) return title;
  const told =
    refusal.leftOut === 0
      ? say.text('calls.refused', { title: title.slice(0, REFUSED_TITLE_LENGTH) })
      : say.text('calls.refusedMore', { title: title.slice(0, COUNTED_TITLE_LENGTH), count: String(refusal.leftOut) });
  return told ?? title;
}

/** All that an entry may tell of a refusal, by its title as it is stored: numbers in it may be that of what was left out. */
const refusalsIn = (stored: string): readonly (RefusedCall | undefined)[] => [
  undefined,
  { leftOut: 0 },
  ...[...stored.matchAll(/\d+/gu)].map(([digits]) => ({ leftOut: Number(digits) })),
];

/**
 * Titles of entries in the reader's language. They are stored in the default one; what was stored by other names than those of today
 * stays as it is.
 */
export async function titlesFor<Entry extends { readonly title: string; readonly url: string }>(
  ports: NamingPorts,
  language: Language,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (language === DEFAULT_LANGUAGE || entries.length === 0) return [...entries];
  const nodes = entries.map(({ url }) => nodeIn(url));
  const rules = await readCallRules(ports.database.kysely, nodes);
  const [stored, read] = [sayIn(ports, DEFAULT_LANGUAGE), sayIn(ports, language)];
  return entries.map((entry, index) => {
    const node = nodes[index] ?? '';
    const told = refusalsIn(entry.title).filter((refusal) => entryTitle(node, rules, stored, refusal) === entry.title);
    return told.length === 0 ? entry : { ...entry, title: entryTitle(node, rules, read, told[0]) };
  });
}

/** What calls are called in the reader's language, by their nodes; those that nothing names are told as they are. */
export async function nodeTitles(ports: NamingPorts, language: Language, nodes: readonly string[]): Promise<(node: string) => string> {
  const say = sayIn(ports, language);
  const small = nodes.map((node) => node.toLowerCase());
  const rules = nodes.length === 0 ? [] : await readCallRules(ports.database.kysely, small);
  return (node) => knownTitle(node.toLowerCase(), rules, say) ?? node;
}

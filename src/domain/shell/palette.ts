import { wireNameOf } from '../fields/field.ts';
import { ranked } from '../base/match-rank.ts';
import type { Resource } from '../table/resource.ts';

/** Something the command palette leads to without asking the server. */
export interface PaletteEntry {
  /** The same at every visit: `page:/admin/goods/goods`, `action:signOut`. */
  readonly id: string;
  readonly kind: 'page' | 'action';
  readonly title: string;
  /** Where it stands: the titles above it in the menu. */
  readonly trail: string;
  /** Name of a menu icon. */
  readonly icon: string;
  /** What it is found by besides its title. */
  readonly words: readonly string[];
}

/** A table whose records may be searched. */
export interface PaletteSection {
  /** Name of the resource. */
  readonly resource: string;
  /** Path of its page. */
  readonly path: string;
  readonly title: string;
  readonly icon: string;
}

export interface PaletteRecord {
  readonly id: number;
  readonly title: string;
  /** Where the record is shown. */
  readonly href: string;
}

/** What a section has found, the first few. */
export interface PaletteFinds {
  readonly resource: string;
  readonly records: readonly PaletteRecord[];
}

/** A line of the palette. */
export interface PaletteChoice {
  readonly id: string;
  readonly title: string;
  readonly trail: string;
  readonly icon: string;
  /** Of a record; everything else is known by its id. */
  readonly href: string | null;
}

export interface PaletteGroup {
  /** `recent`, `pages`, `actions`, or the name of a resource. */
  readonly name: string;
  /** Of a section; the others are named by the view. */
  readonly title: string;
  readonly choices: readonly PaletteChoice[];
}

interface PaletteFacts {
  readonly text: string;
  readonly entries: readonly PaletteEntry[];
  readonly sections: readonly PaletteSection[];
  /** Ids of what was chosen before, the newest first. */
  readonly recent: readonly string[];
  readonly finds: readonly PaletteFinds[];
}

const MAX_RECENT = 6;
const MAX_PAGES = 8;
const MAX_ACTIONS = 6;

/** Letters and digits say little alone; a Chinese character says enough. */
export const isWorthSearching = (text: string): boolean => /\p{Script=Han}|[^\s]{2}/u.test(text.trim());

const choiceOf = ({ id, title, trail, icon }: PaletteEntry): PaletteChoice => ({ id, title, trail, icon, href: null });

/**
 * What the palette shows, group by group, the best first: what was chosen lately while nothing is typed, else pages, actions, and the
 * records that have been found so far.
 */
export function paletteGroups({ text, entries, sections, recent, finds }: PaletteFacts): readonly PaletteGroup[] {
  const isTyped = text.trim() !== '';
  const lately = isTyped ? [] : recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, MAX_RECENT);
  const others = entries.filter((entry) => !lately.includes(entry));
  const found = ranked(text, others, ({ title, trail, words }) => [title, ...words, `${trail} ${title}`]);
  const ofKind = (kind: PaletteEntry['kind']) => found.filter((entry) => entry.kind === kind);
  const groups: readonly PaletteGroup[] = [
    { name: 'recent', title: '', choices: lately.map(choiceOf) },
    {
      name: 'pages',
      title: '',
      choices: ofKind('page')
        .slice(0, isTyped ? MAX_PAGES : undefined)
        .map(choiceOf),
    },
    {
      name: 'actions',
      title: '',
      choices: ofKind('action')
        .slice(0, isTyped ? MAX_ACTIONS : undefined)
        .map(choiceOf),
    },
    ...finds.map((find) => recordGroup(find, sections)),
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

function recordGroup({ resource, records }: PaletteFinds, sections: readonly PaletteSection[]): PaletteGroup {
  const section = sections.find((one) => one.resource === resource);
  return {
    name: resource,
    title: section?.title ?? resource,
    choices: records.map(({ id, title, href }) => ({
      id: `record:${resource}:${id}`,
      title,
      trail: `#${id}`,
      icon: section?.icon ?? '',
      href,
    })),
  };
}

/** The list where a record stands: by its number where that can be asked for, else by its title. */
export function recordHref(resource: Resource, path: string, { id, title }: Pick<PaletteRecord, 'id' | 'title'>): string {
  const idField = resource.fields['id'];
  const params = idField?.search === 'equal' ? { [wireNameOf('id', idField)]: String(id) } : { quickSearch: title };
  return `${path}?${new URLSearchParams(params).toString()}`;
}

/** Those chosen before with the newest in front, each once. */
export const withRecent = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter((one) => one !== id)].slice(0, MAX_RECENT);

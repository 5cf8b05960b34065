import { ranked } from './match-rank.ts';

/** Where icons come from, in the order of the picker. Source: wire protocol §3.6, §9.4. */
export const ICON_LIBRARIES = ['elementPlus', 'awesome', 'iconfont', 'local'] as const;
export type IconLibrary = (typeof ICON_LIBRARIES)[number];

/** What the product itself draws; the shell has them at hand. */
export const LOCAL_ICONS = [
  'dashboard', 'home', 'box', 'shoppingbag', 'category', 'tags', 'user', 'users', 'group', 'settings', 'shield', 'lock', 'folder', 'file', 'list',
  'money', 'image', 'recycle', 'database', 'terminal', 'monitor', 'chart', 'log', 'message', 'link', 'circle', 'globe',
] as const; // prettier-ignore

/** How a name begins that is stored. */
const PREFIX: Readonly<Record<IconLibrary, string>> = {
  elementPlus: 'el-icon-',
  awesome: 'fa fa-',
  iconfont: 'iconfont icon-',
  local: 'local-',
};

export interface IconName {
  readonly library: IconLibrary;
  /** Its name inside the library: `UserFilled`, `rocket`. */
  readonly shape: string;
}

/** An icon to choose. */
export interface IconEntry {
  /** As it is stored. */
  readonly name: string;
  /** What it is found by: its names as plain words. */
  readonly words: readonly string[];
}

export const iconText = ({ library, shape }: IconName): string => PREFIX[library] + shape;

/** `fa fa-rocket` → its library and shape; null for a text that is no icon's name. */
export function iconNameOf(text: string): IconName | null {
  const trimmed = text.trim();
  const library = ICON_LIBRARIES.find((one) => trimmed.startsWith(PREFIX[one]));
  const shape = library ? trimmed.slice(PREFIX[library].length) : '';
  return library && /^[\w-]+$/u.test(shape) ? { library, shape } : null;
}

/** Names of Font Awesome 4 that later editions do not know. */
const RENAMED: Readonly<Record<string, string>> = {
  btc: 'bitcoin-sign',
  'circle-thin': 'circle',
  files: 'copy',
  flash: 'bolt',
  floppy: 'floppy-disk',
  glass: 'martini-glass',
  group: 'users',
  'hand-right': 'hand-point-right',
  'life-saver': 'life-ring',
  money: 'money-bill',
  photo: 'image',
  picture: 'image',
  send: 'paper-plane',
  support: 'life-ring',
};

/** The names under which a stored shape may stand in its library, the likeliest first: the older edition had outlined ones apart. */
export function shapesOf({ library, shape }: IconName): readonly string[] {
  if (library !== 'awesome') return [shape];
  const solid = shape.replace(/-o(?=-|$)/u, '');
  return [...new Set([shape, solid, RENAMED[solid]])].filter((one) => one !== undefined);
}

/** `UserFilled` and `user-filled` → `user filled`. */
export const iconWords = (shape: string): string =>
  shape
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replaceAll(/[-_]+/gu, ' ')
    .toLowerCase();

/** The icons that fit what was typed, the best first. A whole stored name is found too. */
export const searchIcons = (icons: readonly IconEntry[], typed: string): readonly IconEntry[] =>
  ranked(typed, icons, ({ name, words }) => [...words, name]);

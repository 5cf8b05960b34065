import { isOwnPath } from './link.ts';

/** A place inside the application: `path` as in the address bar, `search` empty or with its question mark. */
export interface Address {
  readonly path: string;
  readonly search: string;
}

export const hrefOf = ({ path, search }: Address): string => path + search;

export const isSameAddress = (a: Address, b: Address): boolean => isSamePath(a.path, b.path) && a.search === b.search;

/** Browsers escape differently; two spellings of one path are the same place. A trailing slash does not count. */
export const isSamePath = (a: string, b: string): boolean => plainPath(a) === plainPath(b);

/**
 * Reads a path with its query. A bookmark of the hash kind (`/#/admin/goods`) becomes the plain path.
 * @returns null for what leads off the site
 * Source: readings 2.5 and "Hash or plain paths".
 */
export function addressOf(href: string): Address | null {
  if (!isOwnPath(href)) return null;
  const [plain = '', hash = ''] = splitAt(href, '#');
  if (hash.startsWith('/')) return isOwnPath(hash) ? addressOf(hash) : null;
  const [path = '/', search = ''] = splitAt(plain, '?');
  return { path, search: search && `?${search}` };
}

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function plainPath(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed;
  }
}

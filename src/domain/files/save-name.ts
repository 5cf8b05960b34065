import { suffixOf } from './upload-rules.ts';

/** What the tokens of a save-name template stand for. */
export interface SaveNameFacts {
  /** Category and sub-folder. */
  readonly topic?: string;
  /** Original name with its suffix. */
  readonly name: string;
  /** 40 hexadecimal digits. */
  readonly sha1: string;
  /** Local time of the one who names the file. */
  readonly time: {
    readonly year: number;
    readonly month: number;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
  };
  /** At least 32 random letters and digits; each random token takes its own from the front. */
  readonly random: string;
}

const TEMPLATE = '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}';
const NAME_LENGTH = 15;
const RANDOM_LENGTH = 16;
const RANDOM32_LENGTH = 32;

const digits = (value: number, length = 2): string => String(value).padStart(length, '0');

/** The name without suffix, without what an address, a file system or a page might take amiss, cut to 15 characters (code points). */
export function plainFileName(name: string): string {
  const suffix = suffixOf(name);
  const stem = suffix === '' ? name : name.slice(0, name.length - suffix.length - 1);
  const safe = stem
    .normalize('NFC')
    .replace(/<[^<>]*>/gu, '')
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}:@#?&/='",+%\\<>|*`^~$;!()[\]{}]/gu, '')
    .replace(/^\.+/u, '');
  return Array.from(safe).slice(0, NAME_LENGTH).join('').replace(/\.+$/u, '');
}

/** Lower case, letters and digits only; a strange or missing one is `file`. */
export const plainSuffix = (name: string): string => (/^[a-z0-9]{1,12}$/u.test(suffixOf(name)) ? suffixOf(name) : 'file');

/** Of tokens that no two different files have alike. */
const DISTINCT = /\{(?:filesha1|random|random32)\}/iu;

/**
 * A template by which no file takes the name of another: where nobody looks whether a name is taken, as in a cloud store, the later one
 * would be put in the place of the earlier.
 */
export function distinctTemplate(template: string): string {
  if (template.trim() === '' || DISTINCT.test(template)) return template;
  // Two files at least differ by what is in them; one that is sent again has the same name again.
  return template.replace(/[^/\\]+$/u, '{filesha1}-$&');
}

/**
 * The path of a stored file by the site's template, always starting with one slash and never leaving its folder. Unknown tokens stay.
 * Source: specification §9 "Upload"; readings 9.3, 9.4; wire protocol §6.3.
 */
export function saveName(template: string, { topic = 'default', name, sha1, time, random }: SaveNameFacts): string {
  const suffix = plainSuffix(name);
  const tokens: Readonly<Record<string, string>> = {
    topic: /^[\w-]{1,20}$/u.test(topic) ? topic : 'default',
    year: digits(time.year, 4),
    mon: digits(time.month),
    day: digits(time.day),
    hour: digits(time.hour),
    min: digits(time.minute),
    sec: digits(time.second),
    random: random.slice(0, RANDOM_LENGTH),
    random32: random.slice(0, RANDOM32_LENGTH),
    filename: plainFileName(name),
    filesha1: sha1,
    suffix,
    '.suffix': `.${suffix}`,
  };
  const filled = (template.trim() || TEMPLATE).replace(/\{([.\w]+)\}/gu, (whole, token: string) => {
    const key = token.toLowerCase();
    return Object.hasOwn(tokens, key) ? (tokens[key] as string) : whole;
  });
  const segments = filled.split(/[/\\]/u).filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const isNamed = segments.length > 0 && !/[/\\]$/u.test(filled);
  return `/${[...segments, ...(isNamed ? [] : [`${sha1}.${suffix}`])].join('/')}`;
}

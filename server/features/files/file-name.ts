import { saveName } from '#domain/files/save-name';
import { suffixOf } from '#domain/files/upload-rules';
import { localText } from '#domain/base/zone-time';
import type { UploadRules } from './upload-settings.ts';

const NAME_LENGTH = 100;
const SUFFIX_LENGTH = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The original name as people may see it: without control and direction characters and folders, cut from the end of its stem. */
export function shownName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\\uFFFD]/gu, '')
    .trim();
  const suffix = suffixOf(clean).slice(0, SUFFIX_LENGTH);
  const tail = suffix === '' ? '' : `.${suffix}`;
  const stem = suffix === '' ? clean : clean.slice(0, clean.lastIndexOf('.'));
  // In UTF-16 units as well as in characters, so that no column is too short for it.
  const cut = Array.from(stem)
    .slice(0, NAME_LENGTH - tail.length)
    .join('')
    .slice(0, NAME_LENGTH - tail.length)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
  return `${cut || 'file'}${tail}`;
}

/** The suffix that clients show; `file` when there is none. */
export const shownSuffix = (name: string): string => suffixOf(name).slice(0, SUFFIX_LENGTH) || 'file';

interface NamedFile {
  readonly topic: string;
  readonly name: string;
  readonly sha1: string;
}

/** The address of a file by the site's template and the site's time. */
export function fileAddress(
  file: NamedFile,
  { saveName: template, timeZone }: UploadRules,
  nowSeconds: number,
  random: Uint8Array,
): string {
  const [year, month, day, hour, minute, second] = localText(nowSeconds, timeZone).split(/\D/u).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const letters = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('');
  return saveName(template, { ...file, time: { year, month, day, hour, minute, second }, random: letters });
}

import type { FailureError } from '#domain/base/failure';
import { rejection } from '#domain/base/failure';
import { isProgramName, PROGRAM_SUFFIXES } from '#domain/files/program-suffixes';
import { isTextSuffix, type TEXT_SUFFIXES } from '#domain/files/text-suffixes';
import { isTypeAllowed, suffixOf } from '#domain/files/upload-rules';
import { PICTURE_PIXELS, PICTURE_SIDE_PX } from '../../base/limits.ts';
import type { Detection } from '../../ports/upload-ports.ts';

/**
 * Which files are taken, and as what: the suffix, the bytes and the settings must agree, and programs are never taken.
 * Source: specification §5 "File upload checks"; security.md rules 22, 23; readings 5.10, 5.11.
 */

/** Suffixes whose files may bear another signature of the same family. */
const SAME_AS: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['jpg'],
  jpe: ['jpg'],
  png: ['png', 'apng'],
  tiff: ['tif'],
  mp4: ['mp4', 'm4v', 'mov'],
  m4a: ['m4a', 'mp4'],
  mkv: ['mkv', 'webm'],
  ogg: ['ogg', 'oga', 'opus', 'ogv', 'ogx'],
  tgz: ['gz'],
  heif: ['heic', 'heif'],
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  docx: ['docx', 'zip'],
  xlsx: ['xlsx', 'zip'],
  pptx: ['pptx', 'zip'],
};

/** Texts have no signature; these are the types they are served with. */
const TEXT_TYPES: Readonly<Record<(typeof TEXT_SUFFIXES)[number], string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  svg: 'image/svg+xml',
};

/** Suffixes that promise nothing, although some signature claims them. */
const PLAIN_SUFFIXES = new Set(['dat', 'bin', 'tmp']);

/** Pictures that every client shows; they must be readable. */
const PICTURE_SUFFIXES = new Set(['gif', 'jpg', 'jpeg', 'bmp', 'png', 'apng', 'webp', 'avif']);

/** Signatures of programs whose usual suffix is not one. */
const PROGRAM_SIGNATURES = new Set(['elf', 'macho', 'wasm', 'swf', 'crx', 'xpi', 'alias', 'dmg', 'cab']);

const UNKNOWN_TYPE = 'application/octet-stream';

/** Pictures that a store may serve as such; nothing that a page could run as a document of its own. */
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** What a store is to serve a file as whose bytes nobody has seen yet. */
export const servedType = (name: string): string => {
  const suffix = suffixOf(name);
  return Object.hasOwn(PICTURE_TYPES, suffix) ? (PICTURE_TYPES[suffix] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;
};

const typeNotAllowed = (): FailureError => rejection('refusals.upload.typeNotAllowed');

/** The name is one of those that are taken, and the bytes are something else. */
const otherContent = (suffix: string): FailureError => rejection('refusals.upload.otherContent', { type: suffix.toUpperCase() });

const headText = ({ head }: Detection): string => new TextDecoder('latin1').decode(head).replace(/^(?:ï»¿)?\s+/u, '');

function isProgram(detection: Detection): boolean {
  const { type } = detection;
  if (type && (PROGRAM_SUFFIXES.has(type.suffix) || PROGRAM_SIGNATURES.has(type.suffix))) return true;
  return type === null && /^(?:#!|<\?php)/iu.test(headText(detection).replace(/^ï»¿/u, ''));
}

function agrees(suffix: string, detection: Detection): boolean {
  const { type, isSuffixKnown, head } = detection;
  if (suffix === 'svg') return (type === null || type.suffix === 'xml') && /<svg[\s>]/iu.test(headText(detection));
  if (isTextSuffix(suffix)) return type === null && !head.includes(0);
  if (Object.hasOwn(SAME_AS, suffix)) return type !== null && (SAME_AS[suffix]?.includes(type.suffix) ?? false);
  return !isSuffixKnown || PLAIN_SUFFIXES.has(suffix) || type?.suffix === suffix;
}

/** Refuses by name alone what no content could make welcome. @throws FailureError */
export function checkFileName(name: string, allowed: readonly string[]): void {
  const dependsOnContent = allowed.some((rule) => rule.includes('/'));
  if (isProgramName(name)) throw typeNotAllowed();
  if (!dependsOnContent && !isTypeAllowed({ name, mimeType: '' }, allowed)) throw typeNotAllowed();
}

/**
 * The type a file is stored and served with, told from its bytes; what its sender says of it counts for nothing.
 * @throws FailureError when it may not be stored
 */
export function checkedType(name: string, detection: Detection, allowed: readonly string[]): string {
  const suffix = suffixOf(name);
  if (isProgramName(name) || isProgram(detection)) throw typeNotAllowed();
  if (!agrees(suffix, detection)) throw isTypeAllowed({ name, mimeType: '' }, allowed) ? otherContent(suffix) : typeNotAllowed();
  const text = isTextSuffix(suffix) ? TEXT_TYPES[suffix as keyof typeof TEXT_TYPES] : undefined;
  const mimeType = text ?? detection.type?.mimeType.split(';', 1)[0]?.trim() ?? UNKNOWN_TYPE;
  if (!isTypeAllowed({ name, mimeType }, allowed)) throw typeNotAllowed();
  return mimeType;
}

/** A picture that cannot be read is none. @throws FailureError */
export function checkPicture(name: string, { type, picture }: Detection): void {
  const isCommon = PICTURE_SUFFIXES.has(suffixOf(name)) || (type !== null && PICTURE_SUFFIXES.has(type.suffix));
  if (isCommon && picture === null) throw rejection('refusals.upload.unreadableImage');
}

/**
 * A few bytes can promise more pixels than any machine has memory for, and whoever shows them finds out.
 * @throws FailureError
 */
export function checkPictureSize({ picture }: Pick<Detection, 'picture'>): void {
  if (picture === null || (picture.longestSidePx <= PICTURE_SIDE_PX && picture.mostPixels <= PICTURE_PIXELS)) return;
  throw rejection('refusals.upload.pictureTooLarge', {
    pixels: PICTURE_PIXELS.toLocaleString('en'),
    side: PICTURE_SIDE_PX.toLocaleString('en'),
  });
}

/** Whether a browser may show it in place; everything else is offered for saving. */
export const isShownInline = (mimeType: string): boolean => /^(?:image\/(?!svg)|audio\/|video\/)/u.test(mimeType);

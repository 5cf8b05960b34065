import { extname } from 'node:path';
import { acceptsEncoding } from '../../base/accepts-encoding.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

export const ENCODINGS = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
] as const;

export const encodingOf = (name: string): (typeof ENCODINGS)[number] | undefined => ENCODINGS.find(({ suffix }) => name.endsWith(suffix));
const plainName = (name: string): string => name.slice(0, name.length - (encodingOf(name)?.suffix.length ?? 0));

/**
 * Only what a page may ask for has a type. Source maps are for whoever reads a fault, hidden files are the build tool's own (its list
 * names every source file), and what nobody has thought of stays here.
 */
export function mimeTypeOf(name: string): string | null {
  const isHidden = name.includes('/.');
  return isHidden ? null : (TYPES[extname(plainName(name))] ?? null);
}

/** Whether a file carries a hash of what it holds in its name. */
export const isImmutable = (name: string): boolean => /^\/(?:assets|parts)\/.+-[\w-]{8,}\.\w+$/u.test(plainName(name));

/** The name of the copy that suits whoever asks, or of the file itself. */
export function acceptedCopy(name: string, acceptEncoding: string, isThere: (name: string) => boolean): string {
  const copy = ENCODINGS.find(({ suffix, encoding }) => isThere(name + suffix) && acceptsEncoding(acceptEncoding, encoding));
  return name + (copy?.suffix ?? '');
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { readHomePage } from './home-page.ts';
import type { PageFile, PageFiles } from './ports.ts';

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
};

const ENCODINGS = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
] as const;

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter));
  });

/**
 * The built client, read into memory once: a few megabytes, and no path of a request ever touches the disk. Files of the build carry
 * a hash in their names and never change.
 */
export function readPageFolder(folder: string): PageFiles {
  let built = readBuild(folder);
  // Pages of the build before are still open somewhere and may ask for more of it.
  let earlier: PageFiles | null = null;
  return {
    get shell() {
      return built.shell;
    },
    get home() {
      return built.home;
    },
    read(path, acceptEncoding) {
      const file = built.read(path, acceptEncoding);
      if (file || earlier === null) return file;
      const old = earlier.read(path, acceptEncoding);
      return old?.isImmutable === true ? old : null;
    },
    reload() {
      const next = readBuild(folder);
      if (next.shell !== null) [built, earlier] = [next, built];
    },
  };
}

function readBuild(folder: string): PageFiles {
  if (!existsSync(folder)) return { read: () => null, shell: null, home: null };
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    const type = typeOf(name);
    if (entry.isFile() && type !== null) files.set(name, pageFile(name, type, readFileSync(path)));
  }
  const shell = files.get('/index.html');
  return {
    shell: shell ? new TextDecoder().decode(shell.body) : null,
    home: readHomePage(folder),
    read(path, acceptEncoding) {
      // The shell is never sent as a file: each reply of it has its own nonce. Compressed copies have no address of their own.
      if (path === '/index.html' || ENCODINGS.some(({ suffix }) => path.endsWith(suffix))) return null;
      const compressed = ENCODINGS.find(({ suffix, encoding }) => files.has(path + suffix) && accepts(acceptEncoding, encoding));
      return files.get(path + (compressed?.suffix ?? '')) ?? null;
    },
  };
}

const encodingOf = (name: string): (typeof ENCODINGS)[number] | undefined => ENCODINGS.find(({ suffix }) => name.endsWith(suffix));
const plainName = (name: string): string => name.slice(0, name.length - (encodingOf(name)?.suffix.length ?? 0));

/**
 * Only what a page may ask for has a type. Source maps are for whoever reads a fault, hidden files are the build tool's own (its list
 * names every source file), and what nobody has thought of stays here.
 */
function typeOf(name: string): string | null {
  const isHidden = name.includes('/.');
  return isHidden ? null : (TYPES[extname(plainName(name))] ?? null);
}

function pageFile(name: string, type: string, bytes: Buffer): PageFile {
  return {
    body: new Uint8Array(bytes),
    type,
    encoding: encodingOf(name)?.encoding ?? null,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isImmutable: /^\/assets\/.+-[\w-]{8,}\.\w+$/u.test(plainName(name)),
  };
}

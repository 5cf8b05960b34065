import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf, readManifest } from './build-manifest.ts';
import type { HomePage } from '../../ports/ports.ts';

/** Where the build puts what draws pages on the server, beside the folder of what browsers fetch. */
const RENDERER_FOLDER = '../dist-server';
/**
 * A new build has a new name, as a module is loaded once by its address. It must be the address by which its own parts import it, with
 * nothing added: they would load a second one, and share nothing with the first.
 */
const RENDERER = /^prerender-[\w-]{8,}\.js$/u;
const ENTRY = 'index.html';
const HOME = 'src/ui/site/HomePage.tsx';

type Renderer = { readonly renderHome: HomePage['render'] };

/** The name of what draws pages for this build; undefined where only the client was built. */
export function rendererIn(dist: string): string | undefined {
  const folder = join(dist, RENDERER_FOLDER);
  return existsSync(folder) ? readdirSync(folder).find((name) => RENDERER.test(name)) : undefined;
}

/** @returns null where only the client was built */
export function readHomePage(dist: string): HomePage | null {
  const folder = join(dist, RENDERER_FOLDER);
  const renderer = rendererIn(dist);
  const manifest = renderer === undefined ? null : readManifest(dist);
  if (renderer === undefined || manifest === null) return null;
  const shared = new Set(filesOf(manifest, [ENTRY]));
  const own = filesOf(manifest, [HOME]).filter((file) => !shared.has(file));
  const load = lazily(() => import(pathToFileURL(join(folder, renderer)).href) as Promise<Renderer>);
  // Drawn anew when the site's settings change, and only then.
  let drawn: { readonly key: string; readonly page: ReturnType<HomePage['render']> } | null = null;
  return {
    head: own.map(elementFor).join(''),
    render(site) {
      const key = JSON.stringify(site);
      if (drawn?.key !== key) drawn = { key, page: load().then(({ renderHome }) => renderHome(site)) };
      const { page } = drawn;
      page.catch(() => (drawn = null));
      return page;
    },
  };
}

const elementFor = (file: string): string =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="/${file}">` : `<link rel="modulepreload" crossorigin href="/${file}">`;

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => (loading ??= load());
}

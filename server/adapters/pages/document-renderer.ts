import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentPage, Words } from '#domain/site/document-page';
import type { DocumentRenderer, EarlyPage, EarlyParts } from '../../ports/ports.ts';
import { DOCUMENT_MANIFEST, documentFilesOf, readBuildManifest, RENDERER_SOURCE } from './build-manifest.ts';

/** Where the build puts what draws pages on the server, beside the folder of what browsers fetch. */
const RENDERER_FOLDER = '../dist-server';

interface Module {
  readonly HEAD_SCRIPT: string;
  readonly EARLY_FORM_SCRIPT: string;
  renderDocument(page: DocumentPage, words: Words, files: { readonly styles: string; readonly script: string }): string;
  /** Null for a page without a form. */
  drawEarly(page: EarlyPage, site: unknown): Promise<unknown>;
}

/**
 * The name of what draws pages for this build, another with each build, as a module is loaded once by its address; undefined where only the client was built. The
 * list that names what it draws with says it: while a build is put in place, files of two lie beside each other.
 */
export function rendererIn(dist: string): string | undefined {
  const name = readBuildManifest(dist, DOCUMENT_MANIFEST)?.[RENDERER_SOURCE]?.file;
  return name !== undefined && existsSync(join(dist, RENDERER_FOLDER, name)) ? name : undefined;
}

/** @returns null where only the client was built */
export function readDocumentRenderer(dist: string): DocumentRenderer | null {
  const renderer = rendererIn(dist);
  const parts = documentFilesOf(dist).map((file) => `/${file}`);
  const script = parts.find((file) => file.endsWith('.js'));
  if (renderer === undefined || script === undefined) return null;
  const sheets = parts.filter((file) => file !== script).map((file) => join(dist, file));
  // While a build is being made its list may be older than its files.
  if (!sheets.every((sheet) => existsSync(sheet))) return null;
  const files = { styles: sheets.map((sheet) => readFileSync(sheet, 'utf8').trim()).join('\n'), script };
  let loading: Promise<Module> | null = null;
  const load = (): Promise<Module> => (loading ??= import(pathToFileURL(join(dist, RENDERER_FOLDER, renderer)).href) as Promise<Module>);
  return {
    build: [renderer, ...parts].join(' '),
    inline: async () => ({ script: (await load()).HEAD_SCRIPT, styles: files.styles }),
    render: async (page, words) => (await load()).renderDocument(page, words, files),
    early: drawnOnce(load),
  };
}

/** A page is drawn anew when something else is said of the site. */
function drawnOnce(load: () => Promise<Module>): NonNullable<DocumentRenderer['early']> {
  const last = new Map<EarlyPage, { readonly site: string; readonly parts: Promise<EarlyParts | null> }>();
  const draw = async (page: EarlyPage, site: unknown): Promise<EarlyParts | null> => {
    const module = await load();
    const form = await module.drawEarly(page, site);
    return form === null ? null : { form: JSON.stringify(form), script: module.EARLY_FORM_SCRIPT };
  };
  return (page, site) => {
    const text = JSON.stringify(site);
    const known = last.get(page);
    if (known?.site === text) return known.parts;
    const parts = draw(page, site);
    last.set(page, { site: text, parts });
    // What could not be drawn is tried again.
    parts.catch(() => last.delete(page));
    return parts;
  };
}

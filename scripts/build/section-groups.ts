import { readdirSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { LANGUAGES, type Language } from '../../src/domain/base/language.ts';
import { EVERY_GROUP, groupOf, headsOf } from '../../src/domain/shell/section-group.ts';
import { resourceNameOf, type SectionTexts } from '../../src/domain/table/section-folder.ts';
import type { Resource } from '../../src/domain/table/resource.ts';
import { pageWords, pageWordsIndex, wordsFilesOf } from './page-words.ts';

/** What the client imports by these names; `src/actors/base/section-groups.d.ts` says what is in them. */
const HEADS = 'virtual:sections';
const WORDS = 'virtual:section-words';
const PAGE_WORDS = 'virtual:page-words';
/** The files that are made, as if they stood beside the sections: so lists of the build name them like any other. */
const MADE = /\/src\/sections\/@([\w.-]+)\.js$/u;
const SECTION_FILE = /\/src\/sections\/[^/]+\/(?:[\w-]+\.resource\.ts|(?:zh-cn|en)\.json)$/u;

interface Section {
  readonly folder: string;
  /** What its file calls it. */
  readonly exported: string;
  readonly resource: Resource;
}

const groupsIn = (all: readonly Section[]): readonly string[] => [...new Set(all.map(({ resource }) => groupOf(resource)))].sort();

const inFolder = (root: string, { folder }: Pick<Section, 'folder'>, file: string): string => join(root, 'src/sections', folder, file);

/** @throws where a declaration's file exports several things */
async function readSection(root: string, folder: string): Promise<readonly Section[]> {
  const file = inFolder(root, { folder }, `${folder}.resource.ts`);
  if (!existsSync(file)) return [];
  // Read anew where it was changed, as it is while somebody writes it.
  const exported = Object.entries((await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<string, Resource>);
  const [main] = exported;
  if (!main || exported.length !== 1) throw new Error(`${file} has ${exported.length} exports instead of one`);
  return [{ folder, exported: main[0], resource: main[1] }];
}

/** Names of records that came with the program are the server's to say, and words of the menu are there before. */
const laterWords = ({ menu: _menu, shipped: _shipped, ...texts }: SectionTexts): Readonly<Record<string, unknown>> => texts;

/**
 * Parts the sections for the client: their names, addresses and labels, which the back office begins with, and a file of declarations and one
 * of words for each directory of the menu, which come when a page or a window wants them. All of it is read from the folders of the
 * sections, so that adding one edits nothing else.
 */
export function sectionGroups(directory: string): Plugin {
  const root = directory.replaceAll('\\', '/');
  let reading: Promise<readonly Section[]> | null = null;
  const sections = (): Promise<readonly Section[]> =>
    (reading ??= (async () => {
      const folders = readdirSync(join(root, 'src/sections')).sort();
      return (await Promise.all(folders.map((folder) => readSection(root, folder)))).flat();
    })());
  const textsOf = (section: Section, language: Language): SectionTexts =>
    JSON.parse(readFileSync(inFolder(root, section, `${language}.json`), 'utf8')) as SectionTexts;
  const made = (name: string): string => `${root}/src/sections/@${name}.js`;

  const index = (all: readonly Section[]): string => {
    const loads = groupsIn(all).map((group) => `${JSON.stringify(group)}: () => import('/src/sections/@menu-${group}.js')`);
    return `export const SECTION_HEADS = ${JSON.stringify(headsOf(all.map(({ resource }) => resource)))};
export const SECTION_GROUPS = { ${loads.join(', ')} };`;
  };
  const wordsIndex = (all: readonly Section[]): string => {
    const groups = groupsIn(all);
    const loads = LANGUAGES.map((language) => {
      const files = [...groups, EVERY_GROUP].map(
        (group) => `${JSON.stringify(group)}: () => import('/src/sections/@menu-${group}.${language}.js')`,
      );
      return `${JSON.stringify(language)}: { ${files.join(', ')} }`;
    });
    return `export const SECTION_WORDS = { ${loads.join(', ')} };`;
  };
  const declarations = (all: readonly Section[], group: string): string =>
    all
      .filter(({ resource }) => groupOf(resource) === group)
      .map(({ folder, exported }) => `export { ${exported} } from '/src/sections/${folder}/${folder}.resource.ts';`)
      .join('\n');
  const words = (all: readonly Section[], group: string, language: Language): string => {
    const own = group === EVERY_GROUP ? all : all.filter(({ resource }) => groupOf(resource) === group);
    const texts = own.map((section) => [resourceNameOf(section.folder), laterWords(textsOf(section, language))]);
    return `export const words = ${JSON.stringify(Object.fromEntries(texts))};`;
  };
  const firstWords = (all: readonly Section[], language: Language): Readonly<Record<string, object>> => ({
    menu: Object.assign({}, ...all.map((section) => textsOf(section, language).menu)) as object,
    resources: Object.fromEntries(all.map((section) => [resourceNameOf(section.folder), { label: textsOf(section, language)['label'] }])),
  });
  const contentOf = (all: readonly Section[], name: string): string => {
    if (name === 'heads') return index(all);
    if (name === 'words') return wordsIndex(all);
    if (name === 'pages') return pageWordsIndex();
    const [part = '', language] = name.split('.');
    if (part.startsWith('page-')) return pageWords(root, name, firstWords(all, language as Language));
    const group = part.slice('menu-'.length);
    return language ? words(all, group, language as Language) : declarations(all, group);
  };

  return {
    name: 'troupe-section-groups',
    enforce: 'pre',
    resolveId(source) {
      if (source === HEADS) return made('heads');
      if (source === WORDS) return made('words');
      if (source === PAGE_WORDS) return made('pages');
      const [, name] = MADE.exec(source) ?? [];
      return name === undefined ? null : made(name);
    },
    async load(id) {
      const [, name] = MADE.exec(id) ?? [];
      if (name === undefined) return null;
      const all = await sections();
      for (const file of wordsFilesOf(name)) this.addWatchFile(join(root, file));
      for (const section of all)
        for (const file of [`${section.folder}.resource.ts`, ...LANGUAGES.map((language) => `${language}.json`)])
          this.addWatchFile(inFolder(root, section, file));
      return { code: contentOf(all, name), map: null };
    },
    /** While somebody writes: whatever is made is made anew. */
    hotUpdate({ file, modules }) {
      if (!SECTION_FILE.test(file)) return undefined;
      reading = null;
      const { moduleGraph } = this.environment;
      const outdated = [...moduleGraph.idToModuleMap.values()].filter(({ id }) => id !== null && MADE.test(id));
      return [...modules, ...outdated];
    },
  };
}

import { parseSectionFile } from '#api/contract/modules/section-file';
import { parsePage, parsePublicParts, parseSettings } from '#api/contract/modules/parts-schema';
import { PackageFileError, parseFileList, parseManifest, parseRows } from '#api/contract/modules/module-schema';
import { ResourceError } from '#api/contract/table/resource-schema';
import { rejection } from '#domain/base/failure';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Became } from '#domain/modules/became';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import { NO_PARTS, type ModuleParts } from '#domain/modules/module-parts';
import { packageIssue } from '#domain/modules/package-rules';
import { sha256OfBytes } from '../../../base/digest.ts';
import { archiveRefusal } from './archive-refusal.ts';
import { readJson } from './json-text.ts';
import { checkReadMe } from './read-me.ts';
import { signerOf, type PublisherKeys } from './signature.ts';
import { openArchive, unpack, unpackFile, type Archive, type PackageFiles } from './unpack.ts';

/** A package that was read and judged; nothing of it was written anywhere. */
export interface ModulePackage {
  readonly manifest: ModuleManifest;
  /** Of the whole archive, in hexadecimal. */
  readonly sha256: string;
  /** The fingerprint of the key that signed it; null where nobody did. */
  readonly publisher: string | null;
  /** In the order in which they can be published: those that others name come first. */
  readonly sections: readonly SectionDesign[];
  /** What options of versions before have become, by the section's name. */
  readonly became: Readonly<Record<string, Became>>;
  /** First records by the section's name, by wire names. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly parts: ModuleParts;
  readonly readMe: Readonly<Record<'zh-cn' | 'en', string>>;
  readonly changeLog: Readonly<Record<'zh-cn' | 'en', string>>;
}

export type SignedPackage = ModulePackage & { readonly publisher: string };

/** Names of the files of a package that are no part of its list. */
const LIST = 'files.json';
const SIGNATURE = 'files.sig';

/**
 * Reads a package: its directory first, then what was signed, then the hashes, and only then what stands in it.
 * @throws FailureError with the first fault
 */
export async function readPackage(bytes: Uint8Array<ArrayBuffer>, keys: PublisherKeys): Promise<ModulePackage> {
  return readArchive(openArchive(bytes), bytes, keys);
}

/**
 * The same of a package that has to be signed by somebody who is trusted. Of one that nobody signed only the directory is read, and of one
 * that a stranger signed no more than the two files that say so.
 * @throws FailureError with the first fault
 */
export async function readSignedPackage(bytes: Uint8Array<ArrayBuffer>, keys: PublisherKeys): Promise<SignedPackage> {
  const archive = openArchive(bytes);
  if (!archive.entries.some(({ name }) => name === SIGNATURE)) throw rejection('refusals.modules.unsigned');
  const publisher = await signerOf(unpackFile(archive, LIST), unpackFile(archive, SIGNATURE), keys);
  if (publisher === null) throw rejection('refusals.modules.unsigned');
  return { ...(await readArchive(archive, bytes, keys)), publisher };
}

async function readArchive(archive: Archive, bytes: Uint8Array<ArrayBuffer>, keys: PublisherKeys): Promise<ModulePackage> {
  const files = await unpack(archive);
  const list = fileOf(files, LIST);
  const publisher = await signerOf(list, files.get(SIGNATURE), keys);
  await verifyHashes(files, list);
  const manifest = read('module.json', files, parseManifest);
  const names = [...files.keys()];
  const sections = names.filter((name) => name.startsWith('sections/')).map((name) => ({ name, ...read(name, files, parseSectionFile) }));
  const rows = names.filter((name) => name.startsWith('rows/')).map((name) => ({ name, list: read(name, files, parseRows) }));
  const parts = partsOf(files);
  const texts = new Map(names.filter((name) => name.endsWith('.md')).map((name) => [name, textOf(files, name)]));
  for (const [name, text] of texts) checkReadMe(name, text);
  const checked = packageIssue({ manifest, sections, rows, parts });
  if (checked.fault !== undefined) throw archiveRefusal(checked.fault, checked.params);
  return {
    manifest,
    sha256: await sha256OfBytes(bytes),
    publisher,
    sections: checked.order,
    became: Object.fromEntries(sections.map(({ design, became }) => [design.declaration.name, became])),
    rows: Object.fromEntries(rows.map(({ name, list: records }) => [baseOf(name), records])),
    parts,
    readMe: { 'zh-cn': texts.get('README.zh-cn.md') ?? '', en: texts.get('README.en.md') ?? '' },
    changeLog: { 'zh-cn': changesIn(texts, 'zh-cn'), en: changesIn(texts, 'en') },
  };
}

/** What is new, in a language; a package may tell it in one file for all. */
const changesIn = (texts: ReadonlyMap<string, string>, language: 'zh-cn' | 'en'): string =>
  texts.get(`CHANGELOG.${language}.md`) ?? texts.get('CHANGELOG.md') ?? '';

/** None of these files has to be there. */
function partsOf(files: PackageFiles): ModuleParts {
  const names = [...files.keys()].filter((name) => name.startsWith('pages/')).toSorted();
  return {
    settings: files.has('settings.json') ? read('settings.json', files, parseSettings) : NO_PARTS.settings,
    ...(files.has('public.json') ? read('public.json', files, parsePublicParts) : { read: NO_PARTS.read, write: NO_PARTS.write }),
    pages: names.map((name) => ({ ...read(name, files, parsePage), name: baseOf(name) })),
  };
}

const baseOf = (name: string): string => name.replace(/^.*\/|\.json$/gu, '');

function fileOf(files: PackageFiles, name: string): Uint8Array<ArrayBuffer> {
  const file = files.get(name);
  if (!file) throw archiveRefusal('missing', { name });
  return file;
}

function textOf(files: PackageFiles, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileOf(files, name));
  } catch {
    throw archiveRefusal('text', { name });
  }
}

async function verifyHashes(files: PackageFiles, list: Uint8Array<ArrayBuffer>): Promise<void> {
  const listed = new Map(Object.entries(parsed(LIST, list, parseFileList).files));
  for (const [name, bytes] of files) {
    if (name === LIST || name === SIGNATURE) continue;
    const told = listed.get(name);
    if (!told) throw archiveRefusal('notListed', { name });
    if (told.size !== bytes.length || told.sha256 !== (await sha256OfBytes(bytes))) throw archiveRefusal('hash', { name });
  }
  const gone = [...listed.keys()].find((name) => !files.has(name));
  if (gone !== undefined) throw archiveRefusal('missing', { name: gone });
}

const read = <T>(name: string, files: PackageFiles, parse: (json: unknown) => T): T => parsed(name, fileOf(files, name), parse);

function parsed<T>(name: string, bytes: Uint8Array, parse: (json: unknown) => T): T {
  const json = readJson(name, bytes);
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof PackageFileError || error instanceof ResourceError)
      throw archiveRefusal('schema', { name, reason: error.message });
    throw error;
  }
}

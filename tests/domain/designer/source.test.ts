import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseResource } from '#api/contract/table/resource-schema';
import { filesOf, type SourceFile, type SourceTree } from '#domain/designer/source/files-of';
import { fromShipped } from '#domain/designer/source/from-shipped';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import type { Field } from '#domain/fields/field';
import type { MenuPlace, Resource } from '#domain/table/resource';
import { folderNameOf } from '#domain/table/section-folder';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { effort } from '#tests/support/effort.ts';
import { declarationIn, lifeIn, sectionText, shippedWords, stepsIn, textOf, wordsIn } from '#tests/support/designs/printed-source.ts';
import { randomDesigns } from '#tests/support/designs/random-designs.ts';
import { SPECIMEN_JSON } from '#tests/support/specimens.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const TREE: SourceTree = {
  directories: ['routine', 'auth', 'user'],
  tableOf: (name) => SHIPPED_RESOURCES.find((one) => one.name === name)?.table,
};
const specimen: SectionDesign = { declaration: parseResource(JSON.parse(SPECIMEN_JSON)), shape: PLAIN_SHAPE };

const readBack = (files: readonly SourceFile[], { shape }: SectionDesign): SectionDesign =>
  fromShipped({ ...declarationIn(textOf(files, '.resource.ts')), ...lifeIn(files) }, wordsIn(files), shape);

const plain = ({ label: _label, optionLabels: _labels, hint, ...field }: Field & { readonly optionLabels?: unknown }) => ({
  ...field,
  ...(hint !== undefined && { hint: true }),
});

/** What the files of a section say in code: words are in the message files, and whoever hints says so. */
function wordless({ label: _label, fields, ...rest }: Resource) {
  const menu: MenuPlace = {
    under: { name: 'lab', icon: 'el-icon-Folder', sortOrder: 50 },
    icon: 'el-icon-Document',
    sortOrder: 50,
  };
  return { menu, ...rest, fields: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, plain(field)])) };
}

/** What the formatter and comments leave to people, and rules over several fields and the life, which no design holds. */
const codeOf = (text: string): string =>
  text
    .slice(text.indexOf('export const'))
    .replaceAll(/\/\*\*[\s\S]*?\*\/|^ *\/\/.*\n|^ {2}(?:check: \w+|lifeField: '\w+'),\n/gmu, '')
    .replaceAll(/\s+/gu, '')
    .replaceAll(/,(?=[}\]])/gu, '');

/** Declarations that were written with a constant, by which the printed one, which has its value, cannot be like their files. */
const CONSTANTS: Readonly<Record<string, string>> = {
  adminRule: 'PAGES',
  chatModel: 'OF_OTHERS',
  changeSet: 'CHANGE_ACTIONS',
  classification: '...TYPED_TREE',
  memberRule: 'ENTRIES',
  moneyLog: 'reasonsOf',
  project: '...TYPED_TREE',
  scoreLog: 'reasonsOf',
  securityLog: 'SECURITY_EVENTS',
  terminalRun: 'RUN_OUTCOMES',
};

describe.each(SHIPPED_RESOURCES.map((resource) => ({ name: resource.name, resource })))('$name', ({ name, resource }) => {
  const folder = folderNameOf(name);
  const words = shippedWords(folder);
  const design = fromShipped(resource, words);
  const files = filesOf(design, { ...TREE, words, isMadeElsewhere: true });

  it('is the same declaration when it was read, printed and read again', () => {
    const { check: _check, life: _life, lifeField: _lifeField, ...declared } = resource;
    expect(declarationIn(textOf(files, '.resource.ts'))).toEqual(declared);
    expect(readBack(files, design)).toEqual(design);
  });

  it('says in its words what they said', () => {
    expect(wordsIn(files)).toEqual(words);
  });

  it('is written as its file is', () => {
    const [file = '', printed] = [sectionText(folder, `${folder}.resource.ts`), textOf(files, '.resource.ts')].map(codeOf);
    const constant = CONSTANTS[name];
    expect(constant !== undefined && file.includes(constant) ? file : printed).toBe(file);
  });
});

it.each(SHIPPED_RESOURCES.flatMap((one) => (one.life ? [[one.name, one] as const] : [])))(
  'the life of %s is written as its file is',
  (name, one) => {
    const [folder, words] = [folderNameOf(name), shippedWords(folderNameOf(name))];
    const files = filesOf({ ...fromShipped(one, words), declaration: one }, { ...TREE, words, isMadeElsewhere: true });
    expect(codeOf(textOf(files, '.life.ts'))).toBe(codeOf(sectionText(folder, `${folder}.life.ts`)));
  },
);

describe('a section that was designed', () => {
  it('is of whole lengths only: they become part of statements as they are', () => {
    const { declaration } = specimen;
    const name = { kind: 'string', maxLength: '1) default now()' } as unknown as Field;
    const design = { ...specimen, declaration: { ...declaration, fields: { ...declaration.fields, name } } };
    expect(() => filesOf(design, TREE)).toThrow('the length of a text is a whole number');
  });

  it('is the same when it was printed and read', () => {
    fc.assert(
      fc.property(randomDesigns, (design) => {
        const printed = declarationIn(textOf(filesOf(design, TREE), '.resource.ts'));
        const declared = wordless(design.declaration);
        expect(printed).toEqual(declared);
        expect(Object.keys(printed.fields)).toEqual(Object.keys(declared.fields));
      }),
      { numRuns: effort(100, 1000) },
    );
  });

  it('is printed as before when it was read back', () => {
    fc.assert(
      fc.property(randomDesigns, (design) => {
        const files = filesOf(design, TREE);
        expect(
          filesOf(readBack(files, design), { ...TREE, words: wordsIn(files), steps: stepsIn(textOf(files, '.migration.ts')) }),
        ).toEqual(files);
        expect(filesOf(readBack(files, design), TREE)).toEqual(files);
      }),
      { numRuns: effort(100, 1000) },
    );
  });

  it('has the format of the repository', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-printed-'));
    cpSync(join(ROOT, '.oxfmtrc.json'), join(folder, '.oxfmtrc.json'));
    const designs = [
      specimen,
      ...SHIPPED_RESOURCES.map((one) => fromShipped(one, shippedWords(folderNameOf(one.name)))),
      ...fc.sample(randomDesigns, effort(150, 2000)),
    ];
    for (const [index, design] of designs.entries()) {
      mkdirSync(join(folder, String(index)));
      for (const { path, text } of filesOf(design, TREE)) writeFileSync(join(folder, String(index), path), text);
    }
    const said = execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), ['--check', ...designs.keys()].map(String), {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(said).toContain('All matched files use the correct format.');
  });
});

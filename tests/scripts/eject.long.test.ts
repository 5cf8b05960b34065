import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { earlierNames } from '#domain/designer/lineage/earlier-names';
import { NO_RENAMES, PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import { fromShipped } from '#domain/designer/source/from-shipped';
import type { Fields } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { shippedResource } from '#server/base/shipped-resources';
import { lockOf } from '../../scripts/eject/one-at-a-time.ts';
import { effort } from '#tests/support/effort.ts';
import { shippedWords } from '#tests/support/designs/printed-source.ts';
import { SPECIMEN_JSON } from '#tests/support/specimens.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const MINUTE_MS = 60_000;
/** What the command needs of the source tree; with the long run its checks need the rest. */
const NEEDED = effort(['src', 'server', 'scripts', 'package.json', '.oxfmtrc.json', '.oxlintrc.json', 'tsconfig.json'], ['.']);

const specimen: Resource = { ...(JSON.parse(SPECIMEN_JSON) as Resource), table: 'x_specimen' };
const designOf = (change: Partial<Resource> = {}): SectionDesign => ({
  declaration: { ...specimen, ...change },
  shape: { unique: [['account']], indexes: [['weigh', 'id']], foreignKeys: 'kept' },
});
const SQL = '1) not null default 1, evil int); drop table token; --';
const hidden = (design: SectionDesign, field: object): string =>
  JSON.stringify(design).replace('"fields":{', `"fields":{"__proto__":${JSON.stringify(field)},`);
const withFields = (change: Fields): SectionDesign => designOf({ fields: { ...specimen.fields, ...change } });

let copy = '';
const inCopy = (...path: readonly string[]): string => join(copy, ...path);
const inSection = (file: string): string => inCopy('src', 'sections', 'specimen', file);
const read = (file: string): string => readFileSync(inSection(file), 'utf8');
const change = (file: string, from: string, to: string): void => {
  expect(read(file)).toContain(from);
  writeFileSync(inSection(file), read(file).replace(from, to));
};
const filesIn = (folder: string): string[] =>
  existsSync(inCopy(folder)) ? readdirSync(inCopy(folder), { recursive: true, encoding: 'utf8' }).sort() : [];

/** What the command said, a line each. @param checks those that it runs */
function eject(design: object | null, options: readonly string[] = [], name = 'specimen', checks = 'format') {
  if (design) writeFileSync(inCopy('design.json'), JSON.stringify(design));
  const from = design ? ['--from', 'design.json'] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/section-eject.ts', name, ...from, '--checks', checks, ...options],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  return { status, said: stdout.split('\n').slice(0, -1), refused: stderr.trim() };
}

const fates = (folder: string, of: Readonly<Record<string, string>>): string[] =>
  Object.entries(of).map(
    ([file, fate]) => `${{ new: '+', same: '=', written: '~', merged: 'm', conflict: '!' }[fate]} src/sections/${folder}/${file}  ${fate}`,
  );

/** In a copy of this project: its own sections are nobody's to write. */
describe('npm run section:eject', { timeout: MINUTE_MS }, () => {
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'troupe-eject-'));
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...NEEDED], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    for (const file of files.split('\0').filter((name) => name !== '')) {
      mkdirSync(dirname(inCopy(file)), { recursive: true });
      cpSync(join(ROOT, file), inCopy(file));
    }
    symlinkSync(join(ROOT, 'node_modules'), inCopy('node_modules'));
  }, 3 * MINUTE_MS);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  beforeEach(() => rmSync(inCopy('src', 'sections', 'specimen'), { recursive: true, force: true }));

  it('writes one folder and nothing outside of it, and finds nothing to do again', () => {
    const before = filesIn('src');
    expect(eject(designOf())).toEqual({
      status: 0,
      said: [
        ...fates('specimen', {
          'specimen.resource.ts': 'new',
          'specimen.migration.ts': 'new',
          'zh-cn.json': 'new',
          'en.json': 'new',
          'specimen.test.ts': 'new',
        }),
        'It is formatted.',
        'The section lies in src/sections/specimen; it is there at the next start.',
      ],
      refused: '',
    });
    const written = [
      '',
      '/.ejected.json',
      '/en.json',
      '/specimen.migration.ts',
      '/specimen.resource.ts',
      '/specimen.test.ts',
      '/zh-cn.json',
    ];
    expect(filesIn('src')).toEqual([...before, ...written.map((file) => `sections/specimen${file}`)].sort());
    const again = fates('specimen', {
      'specimen.resource.ts': 'same',
      'specimen.migration.ts': 'same',
      'zh-cn.json': 'same',
      'en.json': 'same',
      'specimen.test.ts': 'same',
    });
    expect(eject(null, ['--check'])).toEqual({ status: 0, said: again, refused: '' });
  });

  it('says what it would write, and writes nothing', () => {
    expect(eject(designOf(), ['--check'])).toMatchObject({
      status: 1,
      said: expect.arrayContaining(['+export const specimen = defineResource({']),
    });
    expect(filesIn('src/sections/specimen')).toEqual([]);
  });

  it('keeps what was changed by hand, and brings the design on', () => {
    eject(designOf());
    change('specimen.resource.ts', '/** Specimen. */', '/** What the collection holds. */');
    change(
      'specimen.resource.ts',
      "amount: { kind: 'number', min: -1000, max: 1000 }",
      "amount: { kind: 'number', min: -1000, max: 2000 }",
    );
    change('en.json', '"story": "Story"', '"story": "The story of it"');
    change('specimen.migration.ts', "  '0001-table': [", "  // As it came from the designer.\n  '0001-table': [");
    const [resource, first] = [read('specimen.resource.ts'), read('specimen.migration.ts')];

    const { label: _label, ...labels } = specimen.fields['labels'] as { readonly label?: unknown; readonly kind: 'tags' };
    const place: Fields = { place: { kind: 'string', maxLength: 20, label: { 'zh-cn': '地点', en: 'Place' } } };
    expect(eject(withFields({ labels: { ...labels, maxCount: 4 }, ...place }))).toMatchObject({
      status: 0,
      said: [
        ...fates('specimen', {
          'specimen.resource.ts': 'merged',
          'specimen.migration.ts': 'merged',
          'zh-cn.json': 'written',
          'en.json': 'merged',
          'specimen.test.ts': 'written',
        }),
        'It is formatted.',
        expect.any(String),
      ],
    });
    expect(read('specimen.resource.ts')).toBe(
      resource
        .replace("labels: { kind: 'tags' },", "labels: { kind: 'tags', maxCount: 4 },")
        .replace(
          "updateTime: { kind: 'updateTime' },",
          "updateTime: { kind: 'updateTime' },\n    place: { kind: 'string', maxLength: 20 },",
        ),
    );
    expect(read('specimen.migration.ts')).toBe(
      first.replace(
        '  ],\n};',
        "  ],\n  '0002-redesign': [\"alter table x_specimen add column place character varying(20) default '' not null\"],\n};",
      ),
    );
    expect(JSON.parse(read('en.json'))).toMatchObject({ fields: { story: 'The story of it', place: 'Place' } });
    expect(eject(null, ['--check'])).toMatchObject({ status: 0 });
  });

  it('keeps the values of a field that was renamed', () => {
    eject(designOf());
    const { tint: _tint, ...fields } = specimen.fields;
    const renamed = { ...designOf({ fields: { ...fields, shade: { kind: 'color' } } }), renames: { columns: { tint: 'shade' } } };
    expect(eject(renamed)).toMatchObject({ status: 0 });
    expect(read('specimen.migration.ts')).toContain("'0002-redesign': ['alter table x_specimen rename column tint to shade'],");
    expect(eject(designOf({ fields }))).toMatchObject({
      status: 0,
      said: expect.arrayContaining([expect.stringMatching(/^! dropColumn:shade: loses/u)]),
    });
    expect(read('specimen.migration.ts')).toContain('rename column shade to gone_shade_3');
  });

  it('keeps the values of a field that got another name where the design was drawn, and says nothing of it by hand', () => {
    eject(designOf());
    const { tint: _tint, ...fields } = specimen.fields;
    const renamed = designOf({ fields: { ...fields, shade: { kind: 'color' } } });
    const line = [designOf(), renamed].map(({ declaration }) => ({ marks: [], fields: declaration.fields, renames: NO_RENAMES }));
    const earlier = earlierNames([line[0]!, { ...line[1]!, renames: { columns: { tint: 'shade' }, options: {} } }]);
    expect(eject({ ...renamed, earlier })).toMatchObject({ status: 0 });
    expect(read('specimen.migration.ts')).toContain("'0002-redesign': ['alter table x_specimen rename column tint to shade'],");
    expect(read('.ejected.json')).not.toContain('earlier');
  });

  it('leaves alone what the design and somebody changed differently, until that is resolved', () => {
    eject(designOf());
    change('specimen.resource.ts', 'maxLength: 40', 'maxLength: 50');
    const texts = (): readonly (readonly [string, string])[] => filesIn('src/sections/specimen').map((file) => [file, read(file)]);
    const standing = read('specimen.resource.ts');
    const before = texts();
    const design = withFields({ name: { kind: 'string', required: true, quickSearch: true, maxLength: 60 } });
    expect(eject(design)).toMatchObject({
      status: 1,
      refused: expect.stringContaining('You and the design changed the same lines of: specimen.resource.ts.'),
    });
    // Nothing is half written: what the design wants of the other files waits too.
    expect(texts().filter(([file]) => !file.endsWith('.patch'))).toEqual(before);
    const patch = read('specimen.resource.ts.conflict.patch');
    expect(patch).toContain("-    name: { kind: 'string', required: true, quickSearch: true, maxLength: 40 },\n");
    expect(patch).toContain("+    name: { kind: 'string', required: true, quickSearch: true, maxLength: 60 },\n");

    expect(eject(design)).toMatchObject({ status: 1 });
    expect(eject(design, ['--resolved'])).toMatchObject({ status: 0 });
    expect(read('specimen.migration.ts').match(/-redesign'/gu)).toHaveLength(1);
    expect(read('specimen.resource.ts')).toBe(standing);
    expect(filesIn('src/sections/specimen')).not.toContain('specimen.resource.ts.conflict.patch');
    expect(eject(null, ['--check'])).toMatchObject({ status: 0 });
  });

  it('reads the design from its input, as the terminal hands it over', () => {
    const args = ['scripts/section-eject.ts', 'specimen', '--from', '-', '--checks', 'format'];
    const written = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', input: JSON.stringify(designOf()) });
    expect(written).toMatchObject({ status: 0, stderr: '' });
    expect(read('specimen.resource.ts')).toContain('export const specimen = defineResource({');
    expect(spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', input: '' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('JSON'),
    });
  });

  it('does not write where another of them writes', () => {
    const lock = lockOf(copy);
    writeFileSync(lock, String(process.pid));
    expect(eject(designOf())).toEqual({ status: 1, said: [], refused: expect.stringContaining('Another ejection is at work') });
    expect(existsSync(inSection(''))).toBe(false);
    // Who wrote this is gone.
    writeFileSync(lock, '0');
    expect(eject(designOf())).toMatchObject({ status: 0 });
    expect(existsSync(lock)).toBe(false);
  });

  it('takes everything back where a check fails', () => {
    eject(designOf());
    const files = ['.ejected.json', 'en.json', 'specimen.migration.ts', 'specimen.resource.ts', 'specimen.test.ts', 'zh-cn.json'];
    change('specimen.test.ts', "it('asks", "it( 'asks");
    const before = files.map(read);
    const refused = eject(withFields({ place: { kind: 'string' } }));
    expect(refused).toMatchObject({ status: 1, refused: expect.stringContaining('Everything is as it was before.') });
    expect(filesIn('src/sections/specimen')).toEqual(files);
    expect(files.map(read)).toEqual(before);
  });

  it('leaves no folder where a check fails the first time', () => {
    const config = readFileSync(inCopy('.oxfmtrc.json'), 'utf8');
    writeFileSync(inCopy('.oxfmtrc.json'), config.replace('140', '60'));
    expect(eject(designOf())).toMatchObject({ status: 1, refused: expect.stringContaining('oxfmt --check src/sections/specimen') });
    expect(existsSync(inSection(''))).toBe(false);
    writeFileSync(inCopy('.oxfmtrc.json'), config);
  });

  it.each([
    ['of the program', designOf({ table: 'token' }), "The table token is the program's own."],
    ['of another section', designOf({ table: 'goods' }), 'goods has the table goods and the controller goods.Goods: choose others.'],
    ['that it is not', designOf({ name: 'another' }), 'The design is of another, not of specimen.'],
    ['without a key', designOf({ fields: { name: { kind: 'string' } } }), 'a resource needs a field `id` of kind `id`'],
    ['with renames that are none', { ...designOf(), renames: { columns: [7] } }, '`renames` says which new name each of the `columns` has'],
    [
      'with other options that are none',
      { ...designOf(), renames: { options: { grade: { a: 7 } } } },
      '`renames` says which new name each of the `options` of a column has',
    ],
    ['with an index on nothing', { ...designOf(), shape: { ...PLAIN_SHAPE, indexes: [['nothing']] } }, '`shape` names no field: nothing'],
  ])('refuses a design %s', (_, design, refused) => {
    expect(eject(design)).toEqual({ status: 1, said: [], refused });
    expect(existsSync(inSection(''))).toBe(false);
  });

  it('refuses a design with a field that the judge does not see', () => {
    writeFileSync(inCopy('hidden.json'), hidden(designOf(), { kind: 'string', column: 'c', maxLength: SQL }));
    expect(eject(null, ['--from', 'hidden.json'])).toEqual({
      status: 1,
      said: [],
      refused: 'nothing in a design may be called `__proto__`',
    });
    expect(existsSync(inSection(''))).toBe(false);
  });

  it.each([
    [
      'hidden',
      (text: string) => text.replace('"fields": {', '"fields": {"__proto__": {"kind": "id"},'),
      'nothing in a design may be called `__proto__`',
    ],
    [
      'of another kind',
      (text: string) => text.replace('"maxLength": 40', `"maxLength": "${SQL}"`),
      expect.stringContaining('expected number'),
    ],
    ['without its files', (text: string) => text.replace('"files":', '"papers":'), '.ejected.json says which `files` were written'],
  ])('judges what a folder says that it was written from: %s', (_, forge, refused) => {
    eject(designOf());
    const manifest = read('.ejected.json');
    expect(forge(manifest)).not.toBe(manifest);
    writeFileSync(inSection('.ejected.json'), forge(manifest));
    const before = read('specimen.migration.ts');
    for (const design of [null, withFields({ place: { kind: 'string' } })]) expect(eject(design)).toEqual({ status: 1, said: [], refused });
    expect(read('specimen.migration.ts')).toBe(before);
  });

  it('brings a section on that somebody wrote by hand, where it is told so', () => {
    const shipped = fromShipped(shippedResource('goodsCategory'), shippedWords('goods-category'));
    const { declaration } = shipped;
    const design: SectionDesign = {
      ...shipped,
      declaration: {
        ...declaration,
        fields: { ...declaration.fields, colour: { kind: 'color', label: { 'zh-cn': '颜色', en: 'Colour' } } },
      },
    };
    expect(eject(design, [], 'goods-category')).toMatchObject({ status: 1, refused: expect.stringContaining('--adopt') });
    const path = inCopy('src', 'sections', 'goods-category', 'goods-category.resource.ts');
    const before = readFileSync(path, 'utf8');
    expect(eject(design, ['--adopt'], 'goods-category')).toMatchObject({
      status: 0,
      said: [
        ...fates('goods-category', {
          'goods-category.resource.ts': 'merged',
          'goods-category.migration.ts': 'new',
          'zh-cn.json': 'merged',
          'en.json': 'merged',
        }),
        'It is formatted.',
        expect.any(String),
      ],
    });
    expect(readFileSync(path, 'utf8')).toBe(
      before.replace("    updateTime: { kind: 'updateTime', list: 'hidden' },\n", (line) => `${line}    colour: { kind: 'color' },\n`),
    );
    expect(readFileSync(path.replace('.resource.', '.migration.'), 'utf8')).toContain(
      "'0001-redesign': [\"alter table goods_category add column colour text default '' not null\"],",
    );
  });

  it.runIf(effort(false, true))('writes what passes every check and every law', { timeout: 20 * MINUTE_MS }, () => {
    // The laws have a specimen of their own, which no folder may be called.
    const curio = designOf({ name: 'curio', controller: 'lab.Curio', table: 'x_curio' });
    expect(eject({ ...curio, shape: PLAIN_SHAPE }, [], 'curio', 'format,lint,types,laws')).toMatchObject({
      status: 0,
      refused: '',
      said: expect.arrayContaining(['It is formatted.', 'It is clean.', 'It has the right types.', 'It keeps the laws of all sections.']),
    });
  });
});

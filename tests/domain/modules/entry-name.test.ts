import { describe, expect, it } from 'vitest';
import { boundOf, nameFault } from '#domain/modules/entry-name';
import { modulePath } from '#domain/modules/module-parts';

const long = (length: number): string => `assets/${'a'.repeat(length - 'assets/'.length)}`;

describe('the name of an entry', () => {
  it.each([
    'module.json',
    'settings.json',
    'public.json',
    'files.json',
    'files.sig',
    'README.zh-cn.md',
    'README.en.md',
    'CHANGELOG.md',
    'CHANGELOG.zh-cn.md',
    'CHANGELOG.en.md',
    'sections/teaPot2.json',
    'rows/teaPot.json',
    'pages/index.json',
    'pages/tea-pots.json',
    'pages/t.json',
    'assets/0.png',
    'assets/tea-pot.jpg',
    'assets/tea.webp',
    'assets/tea.avif',
  ])('%s stands where a package has files', (name) => {
    expect(nameFault(name)).toBeNull();
  });

  it.each([
    ['module.json\0.png', 'nul'],
    ['sections/\u0007a.json', 'control'],
    ['sections/a\u0085.json', 'control'],
    [long(121), 'nameLong'],
    // Not too long, and still no place of a package.
    [long(120), 'unlisted'],
    ['sections\\tea.json', 'backslash'],
    ['C:/module.json', 'drive'],
    ['c:module.json', 'drive'],
    ['/module.json', 'absolute'],
    ['../module.json', 'traversal'],
    ['sections/../module.json', 'traversal'],
    ['./module.json', 'traversal'],
    ['sections/.', 'traversal'],
    ['sections/..tea.json', 'unlisted'],
    ['sections/', 'folder'],
    ['assets', 'unlisted'],
    ['Module.json', 'unlisted'],
    ['module.json5', 'unlisted'],
    ['own/module.json', 'unlisted'],
    ['files.sig.json', 'unlisted'],
    ['my-files.sig', 'unlisted'],
    ['README.fr.md', 'unlisted'],
    ['README.md', 'unlisted'],
    ['README.en.md.json', 'unlisted'],
    ['own/README.en.md', 'unlisted'],
    ['CHANGELOG.md.json', 'unlisted'],
    ['CHANGELOG.fr.md', 'unlisted'],
    ['own/CHANGELOG.md', 'unlisted'],
    ['sections/Tea.json', 'unlisted'],
    ['sections/t.json', 'unlisted'],
    ['sections/tea-pot.json', 'unlisted'],
    [`sections/t${'e'.repeat(40)}.json`, null],
    [`sections/t${'e'.repeat(41)}.json`, 'unlisted'],
    ['sections/tea.json.json', 'unlisted'],
    ['own/sections/tea.json', 'unlisted'],
    [`pages/t${'e'.repeat(40)}.json`, null],
    [`pages/t${'e'.repeat(41)}.json`, 'unlisted'],
    ['pages/Tea.json', 'unlisted'],
    ['pages/tea.json.js', 'unlisted'],
    ['own/pages/tea.json', 'unlisted'],
    [`assets/t${'e'.repeat(60)}.png`, null],
    [`assets/t${'e'.repeat(61)}.png`, 'unlisted'],
    ['assets/tea.svg', 'unlisted'],
    ['assets/tea.png.js', 'unlisted'],
    ['assets/-tea.png', 'unlisted'],
    ['own/assets/tea.png', 'unlisted'],
    ['', 'unlisted'],
  ])('%j is judged %j', (name, fault) => {
    expect(nameFault(name)).toBe(fault);
  });

  it('says how much may be in its file', () => {
    expect(['assets/tea.png', 'README.en.md', 'CHANGELOG.md', 'module.json', 'rows/tea.json', 'files.sig'].map(boundOf)).toEqual([
      2 * 1_048_576,
      200 * 1024,
      200 * 1024,
      1_048_576,
      1_048_576,
      1_048_576,
    ]);
  });
});

describe('the address of a page', () => {
  it.each([
    ['index', undefined, '/p/tea'],
    ['index', 7, '/p/tea/index/7'],
    ['pot', undefined, '/p/tea/pot'],
    ['pot', 7, '/p/tea/pot/7'],
  ])('%s with the record %j is %s', (page, id, path) => {
    expect(modulePath('tea', page, id)).toBe(path);
  });
});

import { describe, expect, it } from 'vitest';
import { distinctTemplate, plainFileName, plainSuffix, saveName, type SaveNameFacts } from '#domain/files/save-name';

const SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
const facts: SaveNameFacts = {
  name: '季度报告 final (最终版) v12.PDF',
  sha1: SHA1,
  time: { year: 2026, month: 3, day: 9, hour: 7, minute: 5, second: 1 },
  random: 'abcdefghijklmnopqrstuvwxyz0123456789',
};

describe('saveName', () => {
  it('fills every token', () => {
    const template = '{topic}/{year}{mon}{day}/{hour}{min}{sec}-{random}-{random32}-{filename}-{filesha1}-{suffix}{.suffix}';
    expect(saveName(template, facts)).toBe(
      `/default/20260309/070501-abcdefghijklmnop-abcdefghijklmnopqrstuvwxyz012345-季度报告final最终版v12-${SHA1}-pdf.pdf`,
    );
  });
  it('fills the template of the settings, the name cut to fifteen characters and its suffix in lower case', () => {
    const template = '{topic}/{year}{mon}{day}/{hour}{min}{sec}{random32}{filename}{filesha1}{.suffix}';
    expect(saveName(template, { ...facts, name: '季度报告 final (最终版) v12 第二稿.PDF' })).toBe(
      `/default/20260309/070501abcdefghijklmnopqrstuvwxyz012345季度报告final最终版v12${SHA1}.pdf`,
    );
  });
  it('understands the newer spelling of the names', () =>
    expect(saveName('/{fileName}{fileSha1}{.suffix}', { ...facts, name: 'a.png' })).toBe(`/a${SHA1}.png`));
  it('leaves an unknown token as it is', () => expect(saveName('/x/{what}{.suffix}', facts)).toBe('/x/{what}.pdf'));
  it.each([
    ['../../etc/{filename}', '/etc/a'],
    ['..\\..\\x\\{filename}', '/x/a'],
    ['//host//{filename}', '/host/a'],
    ['./{topic}/./{filename}', '/default/a'],
  ])('never leaves its folder: %s', (template, path) => expect(saveName(template, { ...facts, name: 'a.pdf' })).toBe(path));
  it('takes a harmless topic only', () => {
    expect(saveName('/{topic}/x', { ...facts, topic: 'avatar' })).toBe('/avatar/x');
    expect(saveName('/{topic}/x', { ...facts, topic: '../..' })).toBe('/default/x');
  });
  it.each([
    ['a file without suffix', 'README', `/storage/default/20260309/README${SHA1}.file`],
    ['a suffix alone', '.jpg', `/storage/default/20260309/jpg${SHA1}.file`],
    ['a name of fifteen spaces', ' '.repeat(15), `/storage/default/20260309/${SHA1}.file`],
  ])('has a valid name for %s', (_, name, path) => expect(saveName('', { ...facts, name })).toBe(path));
  it('names a file although the template only names a folder', () => expect(saveName('/x/', facts)).toBe(`/x/${SHA1}.pdf`));
});

describe('distinctTemplate', () => {
  it.each([
    ['/storage/{topic}/{year}{mon}{day}/{filename}{.suffix}', '/storage/{topic}/{year}{mon}{day}/{filesha1}-{filename}{.suffix}'],
    ['{filename}{.suffix}', '{filesha1}-{filename}{.suffix}'],
    ['a\\{filename}', 'a\\{filesha1}-{filename}'],
    // What names a folder alone has the fingerprint as its name.
    ['/x/', '/x/'],
    ['', ''],
    ['/{random}/{filename}', '/{random}/{filename}'],
    ['/{RANDOM32}{filename}', '/{RANDOM32}{filename}'],
    ['/{filename}{fileSha1}{.suffix}', '/{filename}{fileSha1}{.suffix}'],
  ])('of %j', (template, distinct) => expect([distinctTemplate(template), distinctTemplate(distinct)]).toEqual([distinct, distinct]));
});

it('the name of a saved file counts the fifteen characters as people do', () => {
  expect(plainFileName(`${'😀'.repeat(20)}.png`)).toBe('😀'.repeat(15));
  expect(plainFileName('<a<b>c.txt')).toBe('ac');
  expect(plainFileName('<b>bold</b> & "quoted" #1.txt')).toBe('boldquoted1');
});

it('the name of a saved file calls a strange suffix file', () =>
  expect(['a.PNG', 'a.p%g', 'a'].map(plainSuffix)).toEqual(['png', 'file', 'file']));

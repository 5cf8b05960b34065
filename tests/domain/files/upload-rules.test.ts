import { describe, expect, it } from 'vitest';
import { checkFile, isTypeAllowed, suffixOf, type FileFacts } from '#domain/files/upload-rules';

const LIMITS = { maxSizeBytes: 1000, allowedTypes: ['jpg', '.PNG', 'image/*', 'application/pdf'] };
const photo: FileFacts = { name: 'a.jpg', sizeBytes: 1000, mimeType: 'image/jpeg' };

describe('checkFile: complete, then type, then size', () => {
  it.each<[string, Partial<FileFacts>, string | null]>([
    ['exactly the limit', {}, null],
    ['0 bytes', { sizeBytes: 0 }, null],
    ['no name', { name: '' }, 'upload.incomplete'],
    ['a name of spaces', { name: '  ' }, 'upload.incomplete'],
    ['no size', { sizeBytes: null }, 'upload.incomplete'],
    ['no name and a wrong type', { name: null, mimeType: 'application/x-msdownload' }, 'upload.incomplete'],
    ['a program', { name: 'a.exe', mimeType: 'application/x-msdownload' }, 'upload.typeNotAllowed'],
    ['a program that is also too large', { name: 'a.exe', mimeType: '', sizeBytes: 1001 }, 'upload.typeNotAllowed'],
    ['one byte over', { sizeBytes: 1001 }, 'upload.tooLarge'],
  ])('%s', (_, facts, key) => expect(checkFile({ ...photo, ...facts }, LIMITS)).toEqual(key && { key }));
});

describe('isTypeAllowed', () => {
  it.each<[string, string, boolean]>([
    ['a.JPG', '', true],
    ['a.png', '', true],
    ['a.webp', 'image/webp', true],
    ['a.webp', 'IMAGE/WEBP; q=1', true],
    ['a.webp', '', false],
    ['a.dat', 'application/pdf', true],
    ['jpg', '', false],
    ['a.jpg.exe', 'application/x-msdownload', false],
    ['.jpg', 'image/jpeg', true],
    ['.jpg', '', false],
    ['a.', '', false],
    ['a', 'imagery/x', false],
  ])('%s with type "%s": %s', (name, mimeType, allowed) => expect(isTypeAllowed({ name, mimeType }, LIMITS.allowedTypes)).toBe(allowed));

  it('lets everything through with *', () => expect(isTypeAllowed({ name: 'x', mimeType: '' }, ['*'])).toBe(true));
  it('lets nothing through when nothing is allowed', () =>
    expect(isTypeAllowed({ name: 'a.jpg', mimeType: 'image/jpeg' }, [''])).toBe(false));
});

it('the rule of types takes the suffix behind the last dot, and none from a name that begins with its only dot', () => {
  expect(['a.TAR.GZ', 'a', '.jpg', 'a.', '.a.b'].map(suffixOf)).toEqual(['gz', '', '', '', 'b']);
});

import { describe, expect, it } from 'vitest';
import { SUFFIX_ICON_PATH } from '#api/contract/files/upload';
import { API_BASE } from '#api/contract/base/wire';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import type { UploadSettings } from '#domain/app/site-config';
import { acceptOf, isPictureName, pictureTypes, uploadPlan } from '#domain/files/upload-plan';
import { fileNameIn, filePicture } from '#ui/kit/suffix-icon.ts';

const settings: UploadSettings = {
  mode: 'cloud',
  maxSizeBytes: 1000,
  mimeTypes: ['png', '.pdf', 'image/webp', 'video/*'],
  saveName: '/storage/{filename}',
  url: 'https://store.example/bucket',
  params: { policy: 'p' },
};

describe('a plan', () => {
  it('goes to the store in cloud mode, with pictures alone where they are wanted', () => {
    expect(uploadPlan(settings, { area: 'admin', picturesOnly: true })).toEqual({
      area: 'admin',
      limits: { maxSizeBytes: 1000, allowedTypes: ['png', 'image/webp'] },
      store: { url: 'https://store.example/bucket', params: { policy: 'p' }, saveName: '/storage/{filename}' },
      forceLocal: false,
    });
  });

  it('asks for a form for each file of a member where the site says so, but not by force to the server', () => {
    const asked: UploadSettings = { ...settings, mode: 'local', url: '', params: {}, asksForMembers: true };
    const stores = (['member', 'admin'] as const).map((area) => uploadPlan(asked, { area, picturesOnly: false }).store);
    expect([...stores, uploadPlan(asked, { area: 'member', picturesOnly: false, forceLocal: true }).store]).toEqual(['asked', null, null]);
  });

  it.each([
    ['in local mode', { ...settings, mode: 'local' }, false],
    ['without an address of the store', { ...settings, url: '' }, false],
    ['by force', settings, true],
  ])('goes to the server %s', (_when, given, forceLocal) => {
    expect(uploadPlan(given, { area: 'member', picturesOnly: false, forceLocal })).toEqual({
      area: 'member',
      limits: { maxSizeBytes: 1000, allowedTypes: given.mimeTypes },
      store: null,
      forceLocal,
    });
  });
});

it('an input of files offers by suffix and type what is allowed, and everything where everything is', () => {
  expect([acceptOf(settings.mimeTypes), acceptOf(['png', '*']), pictureTypes(['*'])]).toEqual([
    '.png,.pdf,image/webp,video/*',
    '',
    ['image/*'],
  ]);
});

it.each([
  ['/storage/a.png', '', '/storage/a.png'],
  ['/storage/a.png', 'https://cdn.example/', 'https://cdn.example/storage/a.png'],
  ['storage/a.png', 'https://cdn.example', 'https://cdn.example/storage/a.png'],
  ['https://other.example/a.png', 'https://cdn.example', 'https://other.example/a.png'],
  ['//other.example/a.png', 'https://cdn.example', '//other.example/a.png'],
  ['data:image/png;base64,AA', 'https://cdn.example', 'data:image/png;base64,AA'],
  ['', 'https://cdn.example', ''],
])('%j before %j is shown from %j', (path, cdnUrl, shown) => expect(resourceUrl(path, cdnUrl)).toBe(shown));

it('an input of files shows a picture itself and stands the sign of its suffix for any other file', () => {
  expect(isPictureName('a.PNG?v=1')).toBe(true);
  expect(filePicture('/storage/a.png', 'https://cdn.example')).toBe('https://cdn.example/storage/a.png');
  expect(filePicture('/storage/a.b/read', '')).toBe(`${API_BASE}${SUFFIX_ICON_PATH}?suffix=file`);
  expect(filePicture('/storage/a.tar.gz', '')).toBe(`${API_BASE}${SUFFIX_ICON_PATH}?suffix=gz`);
  expect([fileNameIn('/storage/%E8%8C%B6.pdf'), fileNameIn('/storage/%E8.pdf')]).toEqual(['茶.pdf', '%E8.pdf']);
});

import { expect, it } from 'vitest';
import { NAVIGATION_FAILURE_KEY, nextProgress } from '#domain/app/navigation';
import { isTitleKey } from '#domain/app/page-title';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';

it('of a site of which nothing is known nothing is shown, and files go to the server', () => {
  expect(EMPTY_SITE_CONFIG).toEqual({
    siteName: '',
    siteLogo: '',
    recordNumber: '',
    businessDepartmentId: '',
    urls: [],
    styleSheets: [],
    version: '',
    cdnUrl: '',
    apiUrl: '',
    upload: { mode: 'local', maxSizeBytes: 10 * 1_048_576, mimeTypes: [], saveName: '', url: '', params: {} },
    hasProjects: false,
    isMemberCentreOpen: false,
    memberWays: [],
    timeZone: '',
    reportsFaults: false,
  });
});

it('each error of navigation has words of its own', () => {
  expect(NAVIGATION_FAILURE_KEY).toEqual({
    beyondRange: 'errors.navigation.beyondRange',
    unrecognizedMenuType: 'errors.navigation.unknownMenuType',
    intercepted: 'errors.navigation.intercepted',
    alreadyAtTarget: 'errors.navigation.alreadyThere',
    invalidRoute: 'errors.navigation.invalidRoute',
  });
});

it.each([
  [0.199, 0.299],
  [0.2, 0.24],
  [0.499, 0.539],
  [0.5, 0.52],
  [0.799, 0.819],
  [0.8, 0.805],
  [0.993, 0.994],
])('the progress bar goes from %d to %d', (share, next) => {
  expect(nextProgress(share)).toBe(next);
});

it.each(['common.a', 'menu.a', 'admin.a', 'public.a', 'resources.a'])('%s is a key', (title) => {
  expect([isTitleKey(title), isTitleKey(` ${title}`)]).toEqual([true, false]);
});

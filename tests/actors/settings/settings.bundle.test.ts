import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import { readConfig, saveConfig } from '#api/contract/settings/config';
import { readOwnProfile, saveOwnProfile } from '#api/contract/session/own-profile';
import { adminInit } from '#api/contract/session/session';
import { withoutDuplicates } from '#actors/calls/in-flight';
import { tellBeside } from '#actors/base/unsaved-beside';
import { settingsBundle } from '#actors/settings/settings.bundle';
import { FailureError } from '#domain/base/failure';
import { selectChangedSettings, selectStoredSettings } from '#machines/settings/settings.machine';

const page = {
  list: {
    basics: {
      name: 'basics',
      title: 'Basics',
      list: [
        { id: 1, name: 'site_name', group: 'basics', title: '', tip: '', type: 'string', value: 'Old', content: '', rule: '', extend: [] },
      ],
    },
  },
  configGroup: {},
  quickEntrance: [],
};

const upload = { mode: 'local', maxSize: 1, saveName: '', allowedSuffixes: '', allowedMimeTypes: [] };
const START = {
  siteConfig: { siteName: 'New', urls: [], styleSheets: [], memberWays: [], upload },
  adminInfo: { id: 1 },
  menus: [],
};

/** The page of settings with a server that tells the start of the back office when it is let. */
function open(tab?: (event: unknown) => void) {
  const start = Promise.withResolvers<unknown>();
  const sites: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const answer = (endpoint: unknown, _input: unknown, options?: { readonly signal?: AbortSignal }) => {
    if (endpoint === readConfig) return Promise.resolve(page);
    if (endpoint === saveConfig) return Promise.resolve(null);
    if (endpoint !== adminInit) throw new Error('nobody asked');
    signals.push(options?.signal);
    return start.promise;
  };
  const call = withoutDuplicates(answer as unknown as Call, { tokens: () => ({ admin: null, member: null }), log: () => {} });
  const { config } = settingsBundle({
    call,
    refreshed: ({ site }) => sites.push(site.siteName),
    tabsOf: () => tab && ({ send: tab } as never),
    keep: () => () => {},
  });
  return { settings: createActor(config).start(), call, start, sites, signals };
}

const saved = async ({ settings }: ReturnType<typeof open>) => {
  await waitFor(settings, (snapshot) => snapshot.matches('editing'));
  settings.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'New' });
  settings.send({ type: 'settings.submitted' });
  await waitFor(settings, (snapshot) => snapshot.matches('loading'));
  return waitFor(settings, (snapshot) => snapshot.matches('editing'));
};

it('the page of settings tells the frame of the saved name, also when its page has been left', async () => {
  const opened = open();
  await saved(opened);
  opened.settings.stop();
  expect(opened.signals.map((signal) => signal?.aborted ?? false)).toEqual([false]);
  opened.start.resolve(START);
  await expect.poll(() => opened.sites).toEqual(['New']);
});

it('a page of settings counts as unsaved as long as it is typed into, or something beside that would be lost', async () => {
  const told: boolean[] = [];
  const { settings } = open((event) => told.push((event as { readonly isUnsaved: boolean }).isUnsaved));
  await waitFor(settings, (snapshot) => snapshot.matches('editing'));
  const beside = tellBeside(settings);
  expect(told).toEqual([false]);
  beside(true);
  settings.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'New' });
  settings.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'Old' });
  expect(told).toEqual([false, true]);
  beside(false);
  settings.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'New' });
  beside(true);
  beside(false);
  expect(told).toEqual([false, true, false, true]);
  settings.stop();
  expect(told.at(-1)).toBe(false);
});

it('the frame that is read after a save does not end the reading of rights that is under way', async () => {
  const opened = open();
  const rights = opened.call(adminInit, {});
  await saved(opened);
  opened.start.resolve(START);
  expect(await rights).toBe(START);
  expect(opened.signals.map((signal) => signal?.aborted ?? false)).toEqual([false, false]);
  opened.settings.stop();
});

it('the page of settings has saved, whether the frame can be read again or not', async () => {
  const opened = open();
  const saving = saved(opened);
  opened.start.reject(new FailureError({ kind: 'unreachable', online: false }));
  expect((await saving).context.failure).toBeNull();
  expect(opened.sites).toEqual([]);
  opened.settings.stop();
});

it('the own profile sends no password once more that was changed before the picture failed', async () => {
  const info = { username: 'li', avatar: '', own_avatar: '', nickname: 'Li', email: '', mobile: '', motto: '' };
  const sent: unknown[] = [];
  let isLineDown = true;
  const answer = (endpoint: unknown, input: Readonly<Record<string, unknown>>) => {
    if (endpoint === readOwnProfile) return Promise.resolve({ info, log: [] });
    if (endpoint !== saveOwnProfile) return Promise.reject(new FailureError({ kind: 'unreachable', online: false }));
    sent.push(input);
    return 'avatar' in input && isLineDown ? Promise.reject(new FailureError({ kind: 'timeout' })) : Promise.resolve(null);
  };
  const { profile } = settingsBundle({
    call: answer as unknown as Call,
    refreshed: () => {},
    tabsOf: () => undefined,
    keep: () => () => {},
  });
  const settings = createActor(profile).start();
  const atRest = () => waitFor(settings, (snapshot) => snapshot.matches('editing'));
  await atRest();
  const secrets = { oldPassword: 'horse-7-battery', password: 'staple-8-correct' };
  const typed = { ...secrets, nickname: 'Li Hua', avatar: '/samples/cup.svg' };
  for (const [field, value] of Object.entries(typed)) settings.send({ type: 'settings.fieldChanged', field, value });
  settings.send({ type: 'settings.submitted' });
  const failed = await atRest();
  expect([failed.context.failure, selectChangedSettings(failed)]).toEqual([{ kind: 'timeout' }, { avatar: '/samples/cup.svg' }]);
  expect([selectStoredSettings(failed)['nickname'], failed.context.values['password']]).toEqual(['Li Hua', '']);
  isLineDown = false;
  settings.send({ type: 'settings.submitted' });
  await waitFor(settings, (snapshot) => snapshot.matches('loading'));
  const avatar = { avatar: '/samples/cup.svg' };
  expect(sent).toEqual([{ ...secrets, nickname: 'Li Hua' }, avatar, avatar]);
  settings.stop();
});

import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import { readConfig, saveConfig } from '#api/contract/settings/config';
import { adminInit } from '#api/contract/session/session';
import { settingsBundle } from '#actors/settings/settings.bundle';
import { FailureError } from '#domain/base/failure';

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

/** The page of settings with a server that tells the start of the back office when it is let. */
function open() {
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
  const { config } = settingsBundle({
    call: answer as unknown as Call,
    refreshed: ({ site }) => sites.push(site.siteName),
    tabsOf: () => undefined,
    keep: () => () => {},
  });
  return { settings: createActor(config).start(), start, sites, signals };
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
  const upload = { mode: 'local', maxSize: 1, saveName: '', allowedSuffixes: '', allowedMimeTypes: [] };
  opened.start.resolve({
    siteConfig: { siteName: 'New', urls: [], styleSheets: [], memberWays: [], upload },
    adminInfo: { id: 1 },
    menus: [],
  });
  await expect.poll(() => opened.sites).toEqual(['New']);
});

it('the page of settings has saved, whether the frame can be read again or not', async () => {
  const opened = open();
  const saving = saved(opened);
  opened.start.reject(new FailureError({ kind: 'unreachable', online: false }));
  expect((await saving).context.failure).toBeNull();
  expect(opened.sites).toEqual([]);
  opened.settings.stop();
});

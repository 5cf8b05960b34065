import { act, cleanup } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { STORAGE_KEY } from '#actors/base/persistence';
import type { WireSiteConfig } from '#actors/base/site-config';
import { LANGUAGES } from '#domain/base/language';
import { selectSite } from '#machines/app/app.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { App } from '#ui/app/App.tsx';
import { loadPage } from '#ui/app/pages.ts';
import { handleOf } from '#ui/base/app-context.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { LogicsContext } from '#ui/base/lazy-bundles.ts';
import { drawSignIn } from '../../../src/sign-ins.tsx';
import { testBundles } from '../kit/support.tsx';

const PLAIN: WireSiteConfig = {
  software: 'troupe',
  siteName: '集市',
  siteLogo: '',
  recordNumber: '',
  version: '',
  cdnUrl: '',
  apiUrl: '',
  businessDepartmentId: 0,
  urls: [],
  styleSheets: [],
  upload: { mode: 'local', maxSize: 1024, saveName: '', allowedSuffixes: '', allowedMimeTypes: [] },
  hasProjects: false,
  timeZone: 'Asia/Shanghai',
  openMemberCenter: true,
  reportsFaults: false,
  currency: '',
  memberWays: [],
};
const SITES: Readonly<Record<string, Partial<WireSiteConfig>>> = {
  'that says little': {},
  'with passkeys, codes, a logo, a record number and a version': {
    adminWays: ['passkey'],
    memberWays: ['code', 'passkey'],
    siteLogo: '/files/logo.png',
    recordNumber: '京ICP备1号',
    version: 'v1',
  },
  'with sign-in services and a name of signs': {
    siteName: '<b>&"\'</b> <!--',
    signInOffers: [{ id: 1, name: 'Elsewhere', audiences: ['admin', 'member'] }],
  },
};
const PAGES = [
  { page: 'adminLogin', href: '/admin/login' },
  { page: 'memberLogin', href: '/user/login' },
] as const;

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe.each(Object.entries(SITES))('a sign-in of a site %s', (_, facts) => {
  const wire: WireSiteConfig = { ...PLAIN, ...facts };

  it.each(PAGES.flatMap((page) => LANGUAGES.map((language) => ({ ...page, language }))))(
    'is drawn by the server as the client takes it over: $page in $language',
    async ({ page, href, language }) => {
      const form = await drawSignIn(page, wire);
      const words = form?.languages[language];
      if (!form || !words) throw new Error('nothing was drawn');
      await startMessages(language);
      const stored = new Map([[STORAGE_KEY.config, JSON.stringify({ version: 1, value: { language } })]]);
      const world = createTestWorld({ href, stored, loadPage: ({ page: name }) => loadPage(name) });
      const { app, journal, bundles } = startTestApp({ ...world, ports: { ...world.ports, embeddedSite: () => wire } });
      const handle = handleOf(app, journal, createActor(noticesLogic).start());
      await waitFor(handle.navigation, (snapshot) => snapshot.matches('settled'));
      await waitFor(app, (snapshot) => selectSite(snapshot).timeZone === wire.timeZone);
      for (const scheme of ['light', 'dark'] as const) {
        handle.layout.send({ type: 'layout.schemeChosen', scheme });
        const root = document.createElement('div');
        document.body.append(root);
        root.innerHTML = words.before + words[scheme] + words.after;
        const elements = [...root.querySelectorAll('*')];
        const faults: unknown[] = [];
        const logics = { waysOut: world.ports, hasMemberDraft: () => false, hasPasskeys: true, bundles: { ...testBundles, ...bundles } };
        const view = (
          <LogicsContext value={logics}>
            <App handle={handle} />
          </LogicsContext>
        );
        const taken = await act(async () => hydrateRoot(root, view, { onRecoverableError: (fault) => faults.push(fault) }));
        expect(faults).toEqual([]);
        expect(elements.filter((element) => !element.isConnected)).toEqual([]);
        expect(document.title).toBe(words.title);
        await act(async () => taken.unmount());
      }
      await act(async () => app.stop());
    },
  );
});

it('is drawn in its own language and for its own settings, whoever else asks meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_, number) => `No ${number}`);
  const drawn = names.map(async (siteName, number) => {
    for (let turn = 0; turn < number; turn += 1) await new Promise(setImmediate);
    return drawSignIn(number % 2 === 0 ? 'adminLogin' : 'memberLogin', { ...PLAIN, siteName });
  });
  const forms = await Promise.all(drawn);
  const said = forms.map((form) => [form?.languages['zh-cn'], form?.languages.en].map((words) => words?.title));
  expect(said).toEqual(
    names.map((name, number) =>
      number % 2 === 0 ? [`登录 - ${name}`, `Login - ${name}`] : [`会员登录 - ${name}`, `Member Login - ${name}`],
    ),
  );
  expect(forms.filter((form) => !form?.languages['zh-cn'].after.includes('密码') || !form.languages.en.after.includes('Password'))).toEqual(
    [],
  );
});

it('has no form where the member centre is closed', async () => {
  expect(await drawSignIn('memberLogin', { ...PLAIN, openMemberCenter: false })).toBeNull();
  expect(await drawSignIn('adminLogin', { ...PLAIN, openMemberCenter: false })).not.toBeNull();
});

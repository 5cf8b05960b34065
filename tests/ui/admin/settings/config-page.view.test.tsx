import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import { settingsMachine } from '#machines/settings/settings.machine';
import type { SettingsPage } from '#machines/settings/settings.vocabulary';
import { inertOf } from '#tests/machines/support/model.ts';
import { ConfigPage } from '#ui/admin/settings/ConfigPage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { renderInApp, startKitMessages, withBundles } from '../../kit/support.tsx';

const pageOf = (value: string): SettingsPage => ({
  groups: [
    {
      key: 'basics',
      title: 'Basics',
      items: [
        {
          id: 1,
          name: 'site_name',
          type: 'string',
          rule: '',
          title: 'Site name',
          tip: '',
          options: {},
          value,
          isRemovable: false,
          isSet: false,
        },
      ],
    },
  ],
  entrances: [],
  log: [],
});

const nameBox = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Site name/u });

/** Of a super administrator. */
const start = { admin: { super: true }, site: { urls: [] }, menu: { nodes: { '/admin/routine/config': ['/admin/routine/config/edit'] } } };
const shell = {
  getSnapshot: () => ({ context: { start, route: { path: '' } } }),
  subscribe: () => ({ unsubscribe() {} }),
} as never;

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['settings']);
});

it('settings that were saved and could not be read again are not called unsaved, and are read again by a press', async () => {
  const replies: (() => Promise<SettingsPage>)[] = [
    () => Promise.resolve(pageOf('Old')),
    () => Promise.reject(new FailureError({ kind: 'unreachable', online: false })),
    () => Promise.resolve(pageOf('New')),
  ];
  const config = inertOf(settingsMachine).provide({
    actors: { loadPage: fromPromise(() => replies.shift()!()), savePage: fromPromise(() => Promise.resolve()) },
  });
  await act(async () => {
    renderInApp(<ShellContext value={shell}>{withBundles({ settings: lazyNow({ config } as never) }, <ConfigPage />)}</ShellContext>);
  });
  const user = userEvent.setup();
  await user.clear(await nameBox());
  await user.type(await nameBox(), 'New{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(screen.queryByText('Not saved')).toBeNull();
  expect((await nameBox()).value).toBe('New');
  expect(screen.queryByText('There are unsaved changes')).toBeNull();
});

it('the enter key where the recipient of a test mail is typed sends that mail, and saves nothing', async () => {
  const mails: { readonly to: string; readonly values: object }[] = [];
  const saved: unknown[] = [];
  const [group] = pageOf('smtp.example.com').groups;
  const config = inertOf(settingsMachine).provide({
    actors: {
      loadPage: fromPromise<SettingsPage>(() => Promise.resolve({ groups: [{ ...group!, key: 'mail' }], entrances: [], log: [] })),
      savePage: fromPromise(({ input }) => Promise.resolve(void saved.push(input))),
      sendMail: fromPromise(({ input }) => Promise.resolve(void mails.push(input))),
    },
  });
  await act(async () => {
    renderInApp(<ShellContext value={shell}>{withBundles({ settings: lazyNow({ config } as never) }, <ConfigPage />)}</ShellContext>);
  });
  const user = userEvent.setup();
  await user.clear(await nameBox());
  await user.type(await nameBox(), 'untried');
  await user.type(await screen.findByRole('textbox', { name: 'Send to' }), 'me@example.org{Enter}');
  expect([mails, saved]).toEqual([[{ to: 'me@example.org', values: { site_name: 'untried' } }], []]);
});

const unreachable = (): Promise<void> =>
  Promise.reject(new FailureError({ kind: 'rejected', code: 0, message: 'The mail server cannot be reached' }));
const said = async () => (await screen.findByRole('alert')).textContent;

it('a test of the mail settings that failed is called that, and a save that failed thereafter not saved', async () => {
  const [group] = pageOf('smtp.example.com').groups;
  const config = inertOf(settingsMachine).provide({
    actors: {
      loadPage: fromPromise<SettingsPage>(() => Promise.resolve({ groups: [{ ...group!, key: 'mail' }], entrances: [], log: [] })),
      savePage: fromPromise(unreachable),
      sendMail: fromPromise(unreachable),
    },
  });
  await act(async () => {
    renderInApp(<ShellContext value={shell}>{withBundles({ settings: lazyNow({ config } as never) }, <ConfigPage />)}</ShellContext>);
  });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Send to' }), 'me@example.org{Enter}');
  expect(await said()).toBe('The test failedThe mail server cannot be reached');
  await user.type(await nameBox(), ', other{Enter}');
  expect(await said()).toBe('Not savedThe mail server cannot be reached');
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { settingsMachine } from '#machines/settings/settings.machine';
import type { SettingItem, SettingsPage } from '#machines/settings/settings.vocabulary';
import { inertOf } from '#tests/machines/support/model.ts';
import { SettingSearch } from '#ui/admin/settings/SettingSearch.tsx';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';
import { loadMessages } from '#ui/base/i18n.ts';

const item = (name: string, title: string, tip = ''): SettingItem => ({
  id: 1,
  name,
  type: 'string',
  rule: '',
  title,
  tip,
  options: {},
  value: '',
  isRemovable: false,
  isSet: false,
});
const PAGE: SettingsPage = {
  groups: [
    { key: 'basics', title: 'Basics', items: [item('site_name', 'Site name'), item('version', 'Version', 'Shown in reports')] },
    { key: 'mail', title: 'Mail', items: [item('smtp_port', 'Port')] },
  ],
  entrances: [],
  log: [],
};

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['settings']);
});

async function show() {
  const settings = createActor(inertOf(settingsMachine).provide({ actors: { loadPage: fromPromise(async () => PAGE) } })).start();
  await waitFor(settings, (snapshot) => snapshot.matches('editing'));
  renderInApp(<SettingSearch settings={settings} />);
  return { settings, user: userEvent.setup() };
}
const found = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('the search of settings finds settings by title, hint and name in whichever group, and opens the group', async () => {
  const { settings, user } = await show();
  expect(screen.queryByRole('list')).toBeNull();
  await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'PORT');
  expect(found()).toEqual(['VersionBasics', 'PortMail']);
  await user.click(screen.getByRole('button', { name: /Port/u }));
  expect(settings.getSnapshot().context).toMatchObject({ group: 'mail', search: '' });
  expect(screen.queryByRole('list')).toBeNull();
});

it('the search of settings says that nothing is called so, and is emptied by its button', async () => {
  const { user } = await show();
  await user.type(screen.getByRole('searchbox'), 'weather');
  expect(found()).toEqual(['No setting matches.']);
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(screen.queryByRole('list')).toBeNull();
});

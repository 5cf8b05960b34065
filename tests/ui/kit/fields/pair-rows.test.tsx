import { within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadMessages } from '#ui/base/i18n.ts';
import { settingResource } from '#ui/admin/settings/setting-resource.ts';
import { PairRows } from '#ui/kit/fields/array/PairRows.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['fields']);
});

it.each([
  ['home_cards', ['Title', 'Text']],
  ['home_cards_en', ['Title', 'Text']],
  ['config_group', ['Key', 'Title']],
  ['config_quick_entrance', ['Title', 'Rule name']],
  ['own_setting', ['Key', 'Value']],
  ['constructor', ['Key', 'Value']],
])('the boxes of a pair of %s are called by what they hold', (key, names) => {
  const resource = settingResource({ [key]: { kind: 'array' } });
  const { container } = renderInApp(
    <PairRows
      of={{ resource, key, field: { kind: 'array' } }}
      value={[{ key: 'a', value: 'b' }]}
      record={{}}
      error={undefined}
      readOnly={false}
      onChange={() => undefined}
      onLeave={() => undefined}
    />,
  );
  expect(
    within(container)
      .getAllByRole('textbox')
      .map((box) => box.getAttribute('aria-label')),
  ).toEqual(names);
});

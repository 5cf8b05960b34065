import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { Field } from '#domain/fields/field';
import type { SettingsRef } from '#machines/settings/settings.machine';
import { SettingField } from '#ui/admin/settings/SettingField.tsx';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

beforeAll(() => startKitMessages('en'));

it('a setting that is left by a press is judged behind it, so that the button stays where it is', async () => {
  const told: string[] = [];
  const context = { values: { site_name: 'Shop' }, issues: {}, serverTexts: {} };
  const settings = createActor(
    fromTransition((state: typeof context, event: { type: string }) => {
      if (!event.type.startsWith('xstate.')) told.push(event.type);
      return state;
    }, context),
  ).start() as unknown as SettingsRef;
  const item = { id: 1, name: 'site_name', type: 'string', rule: '', title: 'Site name', tip: '', options: {}, value: 'Shop' };
  const resource = { name: 'settings', fields: {}, titleField: '' };
  renderInApp(
    <>
      <SettingField
        settings={settings}
        resource={resource as never}
        item={{ ...item, isRemovable: false, isSet: false }}
        field={{ kind: 'string' }}
        readOnly={false}
      />
      <button type="button">Save</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  act(() => screen.getByRole('textbox').focus());
  fireEvent.pointerDown(button);
  act(() => button.focus());
  expect(told).toEqual([]);
  fireEvent.pointerUp(button);
  await vi.waitFor(() => expect(told).toEqual(['settings.fieldLeft']));
});

it.each(['string', 'textarea', 'image', 'select', 'tags'] as const)(
  'an empty %s that is only read says so, and invites to nothing',
  (kind) => {
    const value = kind === 'tags' ? [] : '';
    const context = { values: { thing: value }, issues: {}, serverTexts: {} };
    const settings = createActor(fromTransition((state: typeof context) => state, context)).start() as unknown as SettingsRef;
    const field = { kind, ...(kind === 'select' && { options: ['a'] }) } as Field;
    const resource = { name: 'settings', fields: { thing: field }, titleField: '' };
    const item = {
      id: 1,
      name: 'thing',
      type: kind,
      rule: '',
      title: 'Thing',
      tip: '',
      options: {},
      value,
      isRemovable: false,
      isSet: false,
    };
    const { container } = renderInApp(<SettingField settings={settings} resource={resource as never} item={item} field={field} readOnly />);
    const shown = [...container.querySelectorAll('input[placeholder], textarea[placeholder]')].map((box) =>
      box.getAttribute('placeholder'),
    );
    expect(shown).toEqual(['—']);
  },
);

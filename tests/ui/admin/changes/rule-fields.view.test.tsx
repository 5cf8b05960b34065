import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { changesBundle } from '#actors/changes/changes.bundle';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { recordFormMachine } from '#machines/table/record-form.machine';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { RuleFields } from '#ui/admin/changes/RuleFields.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['changes']);
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
const choices = {
  controllers: {},
  sections: [
    { controller: 'goods/Goods', resource: 'goods', rule: null },
    { controller: 'user/User', resource: 'member', rule: 4 },
  ],
};

let end: () => Promise<void>;
afterEach(() => end());

/** The form of a new rule over a server that gives these answers in turn by the last part of the path; an error is thrown. */
async function show(resource: Resource, initial: Readonly<Record<string, unknown>>, answers: Readonly<Record<string, readonly unknown[]>>) {
  const sent: unknown[] = [];
  const next = new Map(Object.entries(answers).map(([name, all]) => [name, [...all]]));
  const call = async ({ path }: { path: string }, input: unknown) => {
    const name = path.split('/').at(-1)!;
    sent.push([name, input]);
    const answer = next.get(name)?.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const form = createActor(inertOf(recordFormMachine), { input: { resource: resource.name, id: null, initial, key: 'k' } }).start();
  const changes = changesBundle({ call: call as never, recordsChanged: () => {} });
  const { unmount } = await act(async () =>
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          {withBundles({ changes: lazyNow(changes) }, <RuleFields form={form} resource={resource} />)}
        </AppHandleContext>
      </MantineProvider>,
    ),
  );
  end = async () => {
    unmount();
    form.stop();
  };
  return { sent, user: userEvent.setup({ delay: null }), values: () => form.getSnapshot().context.values };
}

const section = () => screen.getByRole('combobox', { name: /^Section/u });
const fresh = { name: '', controller: '', status: true };

describe('the form of a rule', () => {
  it('names the rule by its section, keeps a name that somebody gave, and says how much of what was before it covers', async () => {
    const { sent, user, values } = await show(dataRecycle, fresh, { add: [choices], reach: [{ earlier: 41 }, { earlier: 0 }] });
    await user.click(section());
    const taken = screen.getByRole('option', { name: 'Member (has a rule)', hidden: true });
    expect(taken.hasAttribute('data-combobox-disabled')).toBe(true);
    await user.click(screen.getByRole('option', { name: 'Goods', hidden: true }));
    expect(values()).toEqual({ name: 'Goods', controller: 'goods/Goods', status: true });
    expect((await screen.findByText('Earlier deletions that it covers as well: 41')).tagName).toBe('OUTPUT');
    expect(sent).toEqual([
      ['add', {}],
      ['reach', { controller: 'goods/Goods', columns: '' }],
    ]);
    expect(screen.queryByRole('group')).toBe(null);
  });

  it('leaves a name of its own alone', async () => {
    const { user, values } = await show(dataRecycle, { ...fresh, name: 'Mine' }, { add: [choices], reach: [{ earlier: 0 }] });
    await user.click(section());
    await user.click(screen.getByRole('option', { name: 'Goods', hidden: true }));
    expect(values()).toEqual({ name: 'Mine', controller: 'goods/Goods', status: true });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('watches fields by their titles, once there is a section to have some', async () => {
    const { sent, user, values } = await show(sensitiveData, { ...fresh, fields: [] }, { add: [choices], reach: [{ earlier: 7 }] });
    expect(screen.getByText('Choose a section first.')).toBeTruthy();
    await user.click(section());
    await user.click(screen.getByRole('option', { name: 'Goods', hidden: true }));
    const fields = within(screen.getByRole('group'));
    await user.click(fields.getByRole('checkbox', { name: 'Price' }));
    const title = fields.getByRole('textbox', { name: 'Title of Price in the log' });
    await user.clear(title);
    await user.type(title, 'Cost');
    expect(values()['fields']).toEqual([{ key: 'price', value: 'Cost' }]);
    await screen.findByText('Earlier changes that it covers as well: 7');
    expect(sent).toEqual([
      ['add', {}],
      ['reach', { controller: 'goods/Goods', columns: 'price' }],
    ]);
    await user.click(fields.getByRole('checkbox', { name: 'Price' }));
    expect([values()['fields'], fields.queryAllByRole('textbox')]).toEqual([[], []]);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('says why the sections could not be read, and reads them again; a section that is gone stays to be seen', async () => {
    const refused = new FailureError({ kind: 'rejected', code: 0, message: 'Not today' });
    const { sent, user } = await show(dataRecycle, { ...fresh, controller: 'gone/Gone' }, { add: [refused, choices] });
    expect(screen.getByRole('alert').textContent).toContain('The sections could not be read. Not today');
    expect((section() as HTMLInputElement).value).toBe('gone/Gone');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).toBe(null);
    expect(sent).toEqual([
      ['add', {}],
      ['add', {}],
    ]);
  });
});

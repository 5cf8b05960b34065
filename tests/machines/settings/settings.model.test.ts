import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { selectStoredSettings, settingsMachine } from '#machines/settings/settings.machine';
import type { SettingItem, SettingsPage, SettingsWrite } from '#machines/settings/settings.vocabulary';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const item = (name: string, value: unknown, rule = ''): SettingItem => ({
  id: 1,
  name,
  type: 'string',
  rule,
  title: name,
  tip: '',
  options: {},
  value,
  isRemovable: true,
  isSet: false,
});
const page: SettingsPage = {
  groups: [
    {
      key: 'basics',
      title: 'Basics',
      items: [
        { ...item('site_name', 'Tea', 'required'), version: 3 },
        { ...item('blocked', [], ''), type: 'array', version: 1 },
      ],
    },
    { key: 'mail', title: 'Mail', items: [item('smtp_port', '465')] },
  ],
  entrances: [],
  log: [],
};
const offline = new FailureError({ kind: 'unreachable', online: false });
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no', fields: { site_name: 'taken' } });
const overtaken = new FailureError({
  kind: 'rejected',
  code: 0,
  message: 'somebody was first',
  current: { site_name: { version: 4, value: 'Coffee' }, blocked: { version: 2, value: [{ key: 'a', value: 'b' }] } },
});
const issue = { key: 'upload.waiting' };

describeModel({
  machine: settingsMachine,
  inputs: [undefined],
  events: [
    done('loadPage', page),
    failed('loadPage', offline),
    { type: 'settings.loadRetried' },
    { type: 'settings.groupChosen', group: 'mail' },
    { type: 'settings.fieldChanged', field: 'site_name', value: 'Shop' },
    { type: 'settings.fieldChanged', field: 'site_name', value: '' },
    { type: 'settings.fieldLeft', field: 'site_name' },
    { type: 'settings.fieldHeld', field: 'site_name', issue },
    { type: 'settings.fieldFreed', field: 'site_name' },
    { type: 'settings.searchTyped', text: 'PORT' },
    { type: 'settings.submitted' },
    { type: 'settings.reset' },
    { type: 'settings.confirmed' },
    { type: 'settings.cancelled' },
    { type: 'settings.removeRequested', id: 1, title: 'Season' },
    { type: 'settings.addRequested', key: 'k' },
    { type: 'settings.mailTyped', to: 'me@example.org' },
    { type: 'settings.mailRequested' },
    { type: 'settings.partSaved', names: ['site_name'] },
    done('savePage'),
    failed('savePage', refused),
    failed('savePage', overtaken),
    done('removeItem'),
    failed('removeItem', offline),
    done('sendMail'),
    failed('sendMail', offline),
    done('itemForm', { outcome: 'saved', id: 2 }),
    done('itemForm', { outcome: 'closed', id: null }),
    failed('itemForm', offline),
    failed('watchWork', offline),
  ],
  view: ({ context }) => [
    context.page === null,
    context.group,
    context.values['site_name'],
    Object.keys(context.issues).length,
    Object.keys(context.held).length,
    context.failure?.kind,
  ],
  always: (snapshot) => {
    const { page: shown, group, failure } = snapshot.context;
    // Whatever is asked or written, there is a page to come back to.
    if (snapshot.matches('unavailable') && failure === null) return false;
    return snapshot.matches('loading') || snapshot.matches('unavailable') || (shown !== null && (group === 'basics' || group === 'mail'));
  },
});

function start() {
  const writes: Omit<SettingsWrite, 'owner'>[] = [];
  const machine = settingsMachine.provide({
    actors: {
      loadPage: fromPromise(() => Promise.resolve(page)),
      watchWork: fromCallback(() => {}),
      savePage: fromPromise(({ input: { owner: _owner, ...input } }) => {
        writes.push(input);
        if (input.versions['site_name'] === 3 && input.changed['site_name'] === 'Late') return Promise.reject(overtaken);
        return input.changed['site_name'] === 'Taken' ? Promise.reject(refused) : Promise.resolve();
      }),
    },
  });
  const actor = createActor(machine).start();
  return { actor, writes, atRest: () => waitFor(actor, (snapshot) => snapshot.matches('editing')) };
}

it('the page of settings sends what was changed, and only once its rules are kept', async () => {
  const { actor, writes, atRest } = start();
  await atRest();
  actor.send({ type: 'settings.submitted' });
  actor.send({ type: 'settings.fieldChanged', field: 'site_name', value: ' ' });
  actor.send({ type: 'settings.submitted' });
  expect(actor.getSnapshot().context.issues).toEqual({ site_name: { key: 'validation.required' } });
  expect(writes).toEqual([]);
  actor.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'Shop' });
  actor.send({ type: 'settings.submitted' });
  await atRest();
  expect(writes).toEqual([
    { changed: { site_name: 'Shop' }, values: { site_name: 'Shop', blocked: [], smtp_port: '465' }, versions: { site_name: 3 } },
  ]);
});

it("keeps what was typed when the server refuses it, with the server's word at its field", async () => {
  const { actor, atRest } = start();
  await atRest();
  actor.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'Taken' });
  actor.send({ type: 'settings.submitted' });
  const { context } = await atRest();
  expect([context.values['site_name'], context.serverTexts]).toEqual(['Taken', { site_name: 'taken' }]);
});

it('the page of settings keeps what was typed where somebody else was first, says what they saved, and replaces it the second time', async () => {
  const { actor, writes, atRest } = start();
  await atRest();
  actor.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'Late' });
  actor.send({ type: 'settings.fieldChanged', field: 'blocked', value: [{ key: 'c', value: 'd' }] });
  actor.send({ type: 'settings.submitted' });
  const { context } = await atRest();
  expect(context.values['site_name']).toBe('Late');
  expect(context.issues).toEqual({
    site_name: { key: 'settings.page.changedMeanwhileTo', params: { now: 'Coffee' } },
    blocked: { key: 'settings.page.changedMeanwhile' },
  });
  expect(selectStoredSettings(actor.getSnapshot())).toEqual({ site_name: 'Coffee', blocked: [{ key: 'a', value: 'b' }], smtp_port: '465' });
  actor.send({ type: 'settings.submitted' });
  await atRest();
  expect(writes.map(({ versions }) => versions)).toEqual([
    { site_name: 3, blocked: 1 },
    { site_name: 4, blocked: 2 },
  ]);
  expect(actor.getSnapshot().context.issues).toEqual({});
});

import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  accountFormMachine,
  selectAccountConflicts,
  selectAccountFormValues,
  type FormAnswer,
  type FormSave,
  type LoadedForm,
} from '#machines/members/account-form.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const loaded: LoadedForm = { values: { nickname: 'Lin', motto: '' }, version: 3 };
const theirs: LoadedForm = { values: { nickname: 'Linda', motto: 'Tea' }, version: 4 };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: accountFormMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'form.edited', field: 'nickname', value: 'Ling' },
    { type: 'form.edited', field: 'nickname', value: 'Lin' },
    { type: 'form.submitted' },
    { type: 'form.reset' },
    { type: 'form.retried' },
    { type: 'conflict.sideChosen', field: 'nickname', side: 'theirs' },
    { type: 'conflict.settled' },
    { type: 'conflict.dismissed' },
    done('loadForm', loaded),
    failed('loadForm', offline),
    failed('keepDraft', offline),
    done('saveForm', { outcome: 'saved', values: { nickname: 'Ling', motto: '' }, version: 4 }),
    done('saveForm', { outcome: 'conflict', ...theirs }),
    failed('saveForm', offline),
  ],
  view: ({ context }) => [context.values['nickname'], context.loaded.version, context.sides, context.failure?.kind],
});

function formWith(...answers: (FormAnswer | FailureError | Promise<FormAnswer>)[]) {
  const heard: unknown[] = [];
  const saves: FormSave[] = [];
  const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
  const machine = accountFormMachine.provide({
    actors: {
      keepDraft: fromCallback(() => {}),
      loadForm: fromPromise(async () => loaded),
      saveForm: fromPromise(({ input }) => {
        saves.push(input);
        const answer = answers[saves.length - 1];
        if (!answer) throw new Error('no answer is left');
        if (answer instanceof Promise) return answer;
        return answer instanceof FailureError ? Promise.reject(answer) : Promise.resolve(answer);
      }),
    },
  });
  const actor = createActor(machine, { input: { owner } }).start();
  const arrive = async () => {
    await expect.poll(() => actor.getSnapshot().value).toBe('rested');
  };
  const edit = (field: string, value: string) => actor.send({ type: 'form.edited', field, value });
  return { actor, heard, saves, arrive, edit };
}

describe('a form of the account', () => {
  it('sends what was changed alone, and says what is unsaved and that it was saved', async () => {
    const { actor, heard, saves, arrive, edit } = formWith({ outcome: 'saved', values: { nickname: 'Ling', motto: '' }, version: 4 });
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => actor.getSnapshot().value).toBe('saved');
    expect(saves).toEqual([{ changes: { nickname: 'Ling' }, loaded }]);
    expect(heard).toEqual([
      { type: 'work.unsavedChanged', isUnsaved: true },
      { type: 'work.unsavedChanged', isUnsaved: false },
      { type: 'shell.memberChanged' },
    ]);
    expect(actor.getSnapshot().context.loaded.version).toBe(4);
  });

  it('has nothing unsaved once the last change was taken back by hand', async () => {
    const { actor, arrive, edit } = formWith();
    await arrive();
    edit('nickname', 'Ling');
    expect(actor.getSnapshot().hasTag('unsaved')).toBe(true);
    edit('nickname', 'Lin');
    expect(actor.getSnapshot().value).toBe('rested');
  });

  it('keeps what was typed where the save fails', async () => {
    const { actor, arrive, edit } = formWith(offline);
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => actor.getSnapshot().context.failure).toEqual(offline.failure);
    expect([actor.getSnapshot().value, selectAccountFormValues(actor.getSnapshot())]).toEqual([
      { unsaved: 'editing' },
      { nickname: 'Ling', motto: '' },
    ]);
  });

  it('asks about each field that both have changed, and saves over what is there by now', async () => {
    const { actor, saves, arrive, edit } = formWith({ outcome: 'conflict', ...theirs }, { outcome: 'saved', ...theirs });
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ unsaved: 'conflicted' });
    expect(selectAccountConflicts(actor.getSnapshot())).toEqual([{ field: 'nickname', mine: 'Ling', theirs: 'Linda', side: 'mine' }]);
    actor.send({ type: 'conflict.settled' });
    await expect.poll(() => actor.getSnapshot().value).toBe('saved');
    expect(saves[1]).toEqual({ changes: { nickname: 'Ling' }, loaded: theirs });
  });

  it('has nothing to save where theirs was taken', async () => {
    const { actor, arrive, edit } = formWith({ outcome: 'conflict', ...theirs });
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ unsaved: 'conflicted' });
    actor.send({ type: 'conflict.sideChosen', field: 'nickname', side: 'theirs' });
    actor.send({ type: 'conflict.settled' });
    expect([actor.getSnapshot().value, selectAccountFormValues(actor.getSnapshot())]).toEqual(['rested', theirs.values]);
  });

  it('sends what was typed while the save before it was refused', async () => {
    const refused = Promise.withResolvers<FormAnswer>();
    const { actor, saves, arrive, edit } = formWith(refused.promise, { outcome: 'saved', ...loaded });
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    edit('nickname', 'Linn');
    refused.reject(offline);
    await expect.poll(() => actor.getSnapshot().value).toEqual({ unsaved: 'editing' });
    expect(actor.getSnapshot().context.failure).toEqual(offline.failure);
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => saves.length).toBe(2);
    expect(saves[1]?.changes).toEqual({ nickname: 'Linn' });
  });

  it('has nothing unsaved where the change was taken back while its save was refused', async () => {
    const refused = Promise.withResolvers<FormAnswer>();
    const { actor, arrive, edit } = formWith(refused.promise);
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    edit('nickname', 'Lin');
    refused.reject(offline);
    await expect.poll(() => actor.getSnapshot().value).toBe('rested');
    expect(actor.getSnapshot().context.failure).toEqual(offline.failure);
  });

  it('keeps what came while it was saved, and takes the rest as it stands there now', async () => {
    const answer = Promise.withResolvers<FormAnswer>();
    const { actor, heard, saves, arrive, edit } = formWith(answer.promise, { outcome: 'saved', ...loaded });
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    edit('avatar', '/storage/new.png');
    answer.resolve({ outcome: 'saved', values: { nickname: 'Ling', motto: 'Tea', avatar: '' }, version: 4 });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ unsaved: 'editing' });
    expect(selectAccountFormValues(actor.getSnapshot())).toEqual({ nickname: 'Ling', motto: 'Tea', avatar: '/storage/new.png' });
    expect(heard).toContainEqual({ type: 'shell.memberChanged' });
    expect(heard.filter((event) => (event as { type: string }).type === 'work.unsavedChanged').at(-1)).toEqual({
      type: 'work.unsavedChanged',
      isUnsaved: true,
    });
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => saves.length).toBe(2);
    expect(saves[1]).toMatchObject({ changes: { avatar: '/storage/new.png' }, loaded: { version: 4 } });
  });

  it('keeps what comes while the sides are chosen', async () => {
    const { actor, saves, arrive, edit } = formWith({ outcome: 'conflict', ...theirs }, { outcome: 'saved', ...theirs });
    await arrive();
    edit('nickname', 'Ling');
    actor.send({ type: 'form.submitted' });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ unsaved: 'conflicted' });
    actor.send({ type: 'conflict.sideChosen', field: 'nickname', side: 'theirs' });
    edit('avatar', '/storage/new.png');
    actor.send({ type: 'conflict.settled' });
    await expect.poll(() => saves.length).toBe(2);
    expect(saves[1]?.changes).toEqual({ avatar: '/storage/new.png' });
  });
});

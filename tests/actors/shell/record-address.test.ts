import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, fromTransition, waitFor } from 'xstate';
import { recordNews } from '#actors/shell/record-address';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import type { SaveAnswer, SaveInput } from '#machines/table/record-save';
import { recordFormMachine } from '#machines/table/record-form.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { nobody } from '#tests/support/nobody.ts';
import { sectionInput } from '#actors/shell/section-input';

const INPUT = {
  ...sectionInput(goods, { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true }, null),
  params: {},
  owner: nobody,
};

/** The record that the address of the tab names. */
const addressLogic = fromTransition(
  (_, { record }: { readonly type: 'address.changed'; readonly record: number | null }) => tabsAt(record),
  tabsAt(null),
);
function tabsAt(record: number | null) {
  return { tabs: [{ section: { resource: 'goods' }, search: record === null ? '' : `?record=${record}` }] };
}

/** A section over which records are opened by an address, or by whoever presses a button. */
function addressed(begins: number | null = null) {
  const recordForm = recordFormMachine.provide({
    actors: {
      loadRecord: fromPromise(({ input }) => Promise.resolve({ id: input.id, title: 'Tea' })),
      saveRecord: fromPromise<SaveAnswer, SaveInput>(async () => ({ outcome: 'conflict', current: { id: 5, title: 'Theirs' } })),
    },
  });
  const section = createActor(inertOf(collectionMachine).provide({ actors: { recordForm } }), { input: INPUT }).start();
  const tabs = createActor(addressLogic).start();
  tabs.send({ type: 'address.changed', record: begins });
  const told: (number | null)[] = [];
  recordNews(tabs as unknown as TabsRef, section, () => 'key').subscribe(({ record }) => {
    told.push(record);
    tabs.send({ type: 'address.changed', record });
  });
  const form = () => section.getSnapshot().children.recordForm!;
  const editing = async () => waitFor(form(), (snapshot) => snapshot.matches('editing'));
  return {
    section,
    told,
    form,
    address: () => tabs.getSnapshot().context.tabs[0]?.search,
    goTo: (record: number | null) => tabs.send({ type: 'address.changed', record }),
    /** Something is typed into the form that is open. */
    type: async () => {
      await editing();
      form().send({ type: 'form.fieldChanged', field: 'title', value: 'Half a name' });
    },
    /** What is open by now. */
    shown: async () => {
      const { context } = await editing();
      return { id: context.id, title: context.values['title'] };
    },
  };
}

describe('the address of a section', () => {
  it('opens the record that it names from the beginning, and names none when that is closed', async () => {
    const { shown, address, form } = addressed(5);
    expect([await shown(), address()]).toEqual([{ id: 5, title: 'Tea' }, '?record=5']);
    form().send({ type: 'form.closeRequested' });
    expect(address()).toBe('');
  });

  it('names again the record of which two versions are compared, when somebody goes on with them after going back', async () => {
    const { goTo, type, form, address } = addressed();
    goTo(5);
    await type();
    form().send({ type: 'form.submitted' });
    await waitFor(form(), (snapshot) => snapshot.matches('conflict'));
    goTo(null);
    expect([form().getSnapshot().value, address()]).toEqual(['confirmingClose', '']);
    form().send({ type: 'form.closeCancelled' });
    expect([form().getSnapshot().value, address()]).toEqual(['conflict', '?record=5']);
    goTo(null);
    form().send({ type: 'form.closeConfirmed' });
    expect([form(), address()]).toEqual([undefined, '']);
  });

  it('names again the record whose form somebody goes on with, be it after another address or after going back', async () => {
    const { goTo, type, form, shown, address, told } = addressed();
    goTo(5);
    await type();
    for (const elsewhere of [7, null]) {
      goTo(elsewhere);
      expect(form().getSnapshot().matches('confirmingClose')).toBe(true);
      form().send({ type: 'form.closeCancelled' });
      expect([await shown(), address()]).toEqual([{ id: 5, title: 'Half a name' }, '?record=5']);
    }
    expect(told).toEqual([5, 5, 5]);
  });

  it('opens the record that it names once what was typed before it is given up', async () => {
    const { goTo, type, form, shown, address } = addressed();
    goTo(5);
    await type();
    goTo(7);
    form().send({ type: 'form.closeConfirmed' });
    expect([await shown(), address()]).toEqual([{ id: 7, title: 'Tea' }, '?record=7']);
  });

  it('asks about a new record that is half written before it opens another, and names none where somebody goes on with that', async () => {
    const { section, goTo, type, form, shown, address } = addressed();
    section.send({ type: 'collection.addRequested', key: 'k' });
    await type();
    goTo(7);
    form().send({ type: 'form.closeCancelled' });
    expect([await shown(), address()]).toEqual([{ id: null, title: 'Half a name' }, '']);
    goTo(7);
    form().send({ type: 'form.closeConfirmed' });
    expect([await shown(), address()]).toEqual([{ id: 7, title: 'Tea' }, '?record=7']);
  });
});

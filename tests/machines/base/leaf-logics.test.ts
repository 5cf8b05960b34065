import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { loginFormLogic } from '#machines/session/login-form.logic';
import { menuGroupsLogic } from '#machines/shell/menu-groups.logic';
import { noticesLogic } from '#machines/app/notices.logic';
import { picturePreviewLogic } from '#machines/table/picture-preview.logic';
import { tabMenuLogic } from '#machines/shell/tab-menu.logic';

describe.each(Object.entries({ loginFormLogic, menuGroupsLogic, noticesLogic, picturePreviewLogic, tabMenuLogic }))('%s', (_, logic) => {
  it('ends as it was: the library’s own stop event is none of its', () => {
    const actor = createActor(logic as typeof noticesLogic).start();
    const before = actor.getSnapshot().context;
    actor.stop();
    expect(actor.getSnapshot().context).toBe(before);
  });
});

describe('groups of the menu', () => {
  it('open and close by hand, one at a time where the others are named', () => {
    const actor = createActor(menuGroupsLogic).start();
    actor.send({ type: 'menuGroup.toggled', name: 'goods', isOpen: true, closing: [] });
    actor.send({ type: 'menuGroup.toggled', name: 'auth', isOpen: true, closing: ['goods', 'routine'] });
    expect(actor.getSnapshot().context).toEqual({ goods: false, routine: false, auth: true });
  });
});

describe('the menu at a tab', () => {
  it('remembers whose it was while it fades', () => {
    const actor = createActor(tabMenuLogic).start();
    actor.send({ type: 'tabMenu.opened', path: '/admin/goods', xPx: 40, yPx: 12 });
    actor.send({ type: 'tabMenu.closed' });
    expect(actor.getSnapshot().context).toEqual({ isOpen: false, path: '/admin/goods', xPx: 40, yPx: 12 });
  });
});

import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { entriesWindowLogic, erasureWindowLogic, planWindowLogic } from '#machines/changes/change-windows.logic';
import { missingPictureLogic } from '#machines/changes/missing-picture.logic';
import { loginFormLogic } from '#machines/session/login-form.logic';
import { menuGroupsLogic } from '#machines/shell/menu-groups.logic';
import { noticesLogic } from '#machines/app/notices.logic';
import { picturePreviewLogic } from '#machines/table/picture-preview.logic';
import { tabMenuLogic } from '#machines/shell/tab-menu.logic';
import { terminalPlaybackLogic } from '#machines/terminal/terminal-playback.logic';

const LOGICS = {
  loginFormLogic,
  menuGroupsLogic,
  noticesLogic,
  picturePreviewLogic,
  tabMenuLogic,
  terminalPlaybackLogic,
  planWindowLogic,
  entriesWindowLogic,
  erasureWindowLogic,
  missingPictureLogic,
};

describe.each(Object.entries(LOGICS))('%s', (_, logic) => {
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
    const shown = { path: '/admin/goods', xPx: 40, yPx: 12 };
    expect(actor.getSnapshot().context).toEqual({ isOpen: false, shown: { path: '', xPx: 0, yPx: 0 } });
    actor.send({ type: 'tabMenu.opened', shown });
    expect(actor.getSnapshot().context).toEqual({ isOpen: true, shown });
    actor.send({ type: 'tabMenu.closed' });
    expect(actor.getSnapshot().context).toEqual({ isOpen: false, shown });
  });
});

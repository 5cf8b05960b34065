import { describe, expect, it } from 'vitest';
import { createActor, type AnyActorLogic } from 'xstate';
import { entriesWindowLogic, erasureWindowLogic, planWindowLogic } from '#machines/changes/change-windows.logic';
import { chatWindowLogic } from '#machines/chat/chat-window.logic';
import { missingPictureLogic } from '#machines/changes/missing-picture.logic';
import { loginFormLogic, type LoginFormEvent } from '#machines/session/login-form.logic';
import { menuGroupsLogic } from '#machines/shell/menu-groups.logic';
import { noticesLogic } from '#machines/app/notices.logic';
import { picturePreviewLogic } from '#machines/table/picture-preview.logic';
import { typedNumberLogic } from '#machines/fields/typed-number.logic';
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
  chatWindowLogic,
  typedNumberLogic,
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

describe('what opens over a page', () => {
  const GONE = { resource: 'goods', id: 7 };
  it.each<[string, AnyActorLogic, string, unknown, unknown]>([
    ['a plan', planWindowLogic, 'disclosure', { kind: 'undo', request: null, title: '' }, { kind: 'rewind', request: null, title: '茶' }],
    ['an erasure', erasureWindowLogic, 'disclosure', { resource: '', id: 0 }, GONE],
    ['entries that go back', entriesWindowLogic, 'disclosure', { ids: [], resources: [] }, { ids: [7], resources: ['goods'] }],
    ['a run', terminalPlaybackLogic, 'playback', { runUuid: '', command: '' }, { runUuid: 'a', command: 'npm test' }],
    [
      'pictures',
      picturePreviewLogic,
      'preview',
      { id: null, field: '', pictures: [], title: '' },
      { id: 7, field: 'images', pictures: ['/a.png'], title: '茶' },
    ],
    ['what lies over the chat', chatWindowLogic, 'chatWindow', null, { kind: 'import' }],
  ])('shows %s, and keeps showing it while it fades', (_, logic, subject, nothing, shown) => {
    const actor = createActor(logic).start();
    const context = () => (actor.getSnapshot() as { readonly context: unknown }).context;
    expect(context()).toEqual({ isOpen: false, shown: nothing });
    actor.send({ type: `${subject}.opened`, shown });
    expect(context()).toEqual({ isOpen: true, shown });
    actor.send({ type: `${subject}.closed` });
    expect(context()).toEqual({ isOpen: false, shown });
  });
});

describe('a picture', () => {
  it('that is missing stays so', () => {
    const actor = createActor(missingPictureLogic).start();
    expect(actor.getSnapshot().context).toBe(false);
    actor.send({ type: 'picture.missing' });
    actor.send({ type: 'picture.missing' });
    expect(actor.getSnapshot().context).toBe(true);
  });
});

const after = (...events: readonly LoginFormEvent[]) => {
  const actor = createActor(loginFormLogic).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot().context;
};

describe('what stands beside the fields of a form', () => {
  const REQUIRED = { key: 'validation.required' };
  const begun = { issues: {}, isCapsLockOn: false, isPasswordShown: false };
  const submitted = { type: 'loginForm.submitted', issues: { username: REQUIRED, password: REQUIRED } } as const;
  it.each<[readonly LoginFormEvent[], object]>([
    [[], begun],
    [[submitted], { ...begun, issues: submitted.issues }],
    [[submitted, { type: 'loginForm.fieldEdited', field: 'username' }], { ...begun, issues: { password: REQUIRED } }],
    [[submitted, { type: 'loginForm.fieldLeft', field: 'username', issue: null }], { ...begun, issues: { password: REQUIRED } }],
    [[{ type: 'loginForm.fieldLeft', field: 'username', issue: REQUIRED }], { ...begun, issues: { username: REQUIRED } }],
    [
      [submitted, { type: 'loginForm.fieldLeft', field: 'username', issue: { key: 'validation.account' } }],
      { ...begun, issues: { username: { key: 'validation.account' }, password: REQUIRED } },
    ],
    [[{ type: 'loginForm.capsLockSeen', isOn: true }], { ...begun, isCapsLockOn: true }],
    [
      [
        { type: 'loginForm.capsLockSeen', isOn: true },
        { type: 'loginForm.capsLockSeen', isOn: false },
      ],
      begun,
    ],
    [[{ type: 'loginForm.passwordToggled' }], { ...begun, isPasswordShown: true }],
    [[{ type: 'loginForm.passwordToggled' }, { type: 'loginForm.passwordToggled' }], begun],
    [[{ type: 'loginForm.passkeyNeared', passkey: 'near' }], { ...begun, passkey: 'near' }],
    [[submitted, { type: 'loginForm.submitted', issues: {} }], begun],
  ])('after case %# is told', (events, state) => {
    expect(after(...events)).toEqual(state);
  });
});

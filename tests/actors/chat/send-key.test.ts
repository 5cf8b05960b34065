import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { chatLogic, type ChatLogicPorts } from '#actors/chat/chat.actors';
import { sendKeyStore } from '#actors/chat/send-key-store';
import { selectSendKey } from '#machines/chat/chat.machine';
import { createTestWorld } from '#tests/support/app.ts';

/** A chat that is still asking what it is offered, with the storage that all tabs share. */
function tab() {
  const { ports, stored, changedElsewhere } = createTestWorld();
  const sendKeys = sendKeyStore(ports.storage, () => {});
  const given = {
    sendKeys,
    calls: { call: () => new Promise(() => {}), endpoints: {} },
    address: { searches: () => NEVER },
    navigation: () => null,
  };
  const actor = createActor(chatLogic(given as unknown as ChatLogicPorts), {
    input: { conversation: null, message: null, chatText: '', asked: null, sendKey: sendKeys.read() },
  }).start();
  return { actor, stored, changedElsewhere, shown: () => selectSendKey(actor.getSnapshot()) };
}

it('sends with the key that another tab has chosen, at once', () => {
  const { stored, changedElsewhere, shown } = tab();
  stored.set('storeChatSendKey', 'ctrlEnter');
  changedElsewhere.next('storeTables');
  expect(shown()).toBe('enter');
  changedElsewhere.next('storeChatSendKey');
  expect(shown()).toBe('ctrlEnter');
  stored.delete('storeChatSendKey');
  changedElsewhere.next('storeChatSendKey');
  expect(shown()).toBe('enter');
});

it('writes nothing down again that another tab has chosen', () => {
  const { actor, stored, changedElsewhere } = tab();
  changedElsewhere.next('storeChatSendKey');
  actor.send({ type: 'chat.sendKeyHeard', sendKey: 'ctrlEnter' });
  expect(stored.size).toBe(0);
});

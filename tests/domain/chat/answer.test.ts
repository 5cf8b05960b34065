import { expect, it } from 'vitest';
import { MODEL_PROTOCOLS, needsKey } from '#domain/chat/answer';

it('asks for a key where nobody answers without one', () => {
  expect(Object.fromEntries(MODEL_PROTOCOLS.map((protocol) => [protocol, needsKey(protocol)]))).toEqual({
    builtIn: false,
    openaiChat: false,
    openaiResponses: true,
    anthropic: true,
    gemini: true,
  });
});

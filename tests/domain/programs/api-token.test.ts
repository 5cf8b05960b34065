import { describe, expect, it } from 'vitest';
import { isForPrograms, nodeOfCall } from '#domain/programs/api-token';
import { isWebhookAddress } from '#domain/programs/webhook';

describe('a call of a program', () => {
  it.each([
    ['goods', true, true],
    ['goods', false, true],
    ...['admin', 'adminGroup', 'adminRule', 'memberGroup', 'memberRule', 'dataRecycle', 'dataRecycleLog', 'sensitiveData'].flatMap(
      (name) => [[name, true, true] as const, [name, false, false] as const],
    ),
    ...['sensitiveDataLog', 'adminLog', 'securityLog', 'changeSet'].flatMap((name) => [
      [name, true, true] as const,
      [name, false, false] as const,
    ]),
    ...['apiToken', 'chatModel', 'outboxMessage', 'webhook', 'webhookDelivery', 'signInProvider', 'signInGroup'].flatMap((name) => [
      [name, true, false] as const,
      [name, false, false] as const,
    ]),
  ] as const)('of %s, reading %j, may be made: %j', (name, isReading, may) => {
    expect(isForPrograms({ name }, isReading)).toBe(may);
  });

  it('asks for a right by its stored name', () => {
    expect(nodeOfCall({ controller: 'user.ScoreLog' }, 'sortAble')).toBe('user/scorelog/sortable');
  });
});

it.each([
  ['https://tea.example/hook', true],
  ['http://tea.example:8080/hook?key=1', true],
  ['ftp://tea.example/hook', false],
  ['xhttps://tea.example', false],
  ['https+x://tea.example', false],
  ['https://ada@tea.example/', false],
  ['https://:word@tea.example/', false],
  ['https://tea.example/#part', false],
  [' https://tea.example/', false],
  ['https://tea.example/a b', false],
  ['tea.example', false],
  ['', false],
])('%j can be posted to: %j', (text, isAddress) => {
  expect(isWebhookAddress(text)).toBe(isAddress);
});

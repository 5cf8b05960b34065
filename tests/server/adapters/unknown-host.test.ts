import { expect, it } from 'vitest';
import { createProviderFetch } from '#server/adapters/identities/provider-fetch';
import { createModelProviders } from '#server/adapters/models/model-providers';
import { askOutside } from '#server/adapters/outside-request';
import { createRegistryFetch } from '#server/adapters/registry-fetch';
import { createWebhookSender } from '#server/adapters/webhook-sender';

/** A name with an empty part leads nowhere, and no resolver has to be asked about it. */
const NOWHERE = 'https://nowhere..invalid';
const UNKNOWN = /^(?:ENOTFOUND|EAI_\w+)$/u;

// What is thrown where a name is looked up is caught by nobody: it ends the process, and with it this file.
it.each(['https:', 'http:'])('says over %s that a host has no address', async (protocol) => {
  const url = new URL(NOWHERE.replace('https:', protocol));
  const request = {
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(5000),
    privateNetworks: [],
    variable: 'NETWORKS',
    agent: false,
  } as const;
  await expect(askOutside(url, request)).rejects.toMatchObject({ code: expect.stringMatching(UNKNOWN) });
});

const turns = [{ role: 'user', text: 'hello' }] as const;
const question = { protocol: 'openaiChat', baseUrl: NOWHERE, model: 'm', key: 'k', system: '', turns, maxOutputTokens: 10 } as const;

it.each([
  ['a webhook', () => createWebhookSender([]).post(NOWHERE, {}, ''), 'unknownHost'],
  ['a registry of modules', () => createRegistryFetch([]).fetch(NOWHERE, 1000), 'unknownHost'],
  [
    'a provider of models',
    () => createModelProviders([]).answer(question, new AbortController().signal)[Symbol.asyncIterator]().next(),
    'unavailable',
  ],
  ['a sign-in service', () => createProviderFetch([])(NOWHERE, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' }), ''],
])('refuses what asks %s of such a name', async (_, ask, fault) => {
  await expect(ask()).rejects.toThrow(fault);
});

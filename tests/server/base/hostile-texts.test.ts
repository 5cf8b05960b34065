import { expect, it } from 'vitest';
import { plainFileName } from '#domain/files/save-name';
import { fillText, placeholdersIn } from '#domain/life/life-text';
import { providerFault } from '#server/adapters/models/provider-fault';
import { SITE_FILES } from '#server/http/documents/site-files';
import type { SiteFacts } from '#server/features/site/document-source';

/** What each is at most given by who sends it, made of what costs its reader most. */
const READERS: readonly (readonly [string, () => unknown])[] = [
  ['a text of an effect that opens braces', () => fillText(`{{${'\t'.repeat(1998)}`, String)],
  ['the keys of such a text', () => placeholdersIn(`{{${'\t'.repeat(1998)}`)],
  ['a name of a file that opens elements', () => plainFileName('<'.repeat(50_000))],
  ['what a provider says in one word', () => providerFault({ message: '中'.repeat(50_000) }, 'key')],
  ['a contact of one word', () => SITE_FILES['/.well-known/security.txt']!.write({ contact: '中'.repeat(20_000) } as SiteFacts, '', 0)],
];

// Each took from some seconds to minutes.
it.each(READERS)('%s is read at once', (_, read) => {
  const startedMs = performance.now();
  read();
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

it('a provider is quoted without keys, in one line', () => {
  const message = `Incorrect key:\n abcd***wxyz, sk-live-1 or "AIzaX".  See  https://help.example`;
  expect(providerFault({ message }, 'abcd').detail).toBe('Incorrect key: *** *** or *** See https://help.example');
});

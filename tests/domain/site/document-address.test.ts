import { describe, expect, it } from 'vitest';
import { resolveRoute } from '#domain/app/route-target';
import { documentAt, documentPath, listQueryOf } from '#domain/site/document-address';

const page = (path: string) => resolveRoute({ path, search: '' }, { admin: [], member: [] }).page;

describe('the address of a document', () => {
  it('is its own in each language, and leads back', () => {
    expect([documentPath('zh-cn', '/'), documentPath('en', '/')]).toEqual(['/', '/en']);
    expect([documentAt('/'), documentAt('/en')]).toEqual([
      { name: 'home', language: 'zh-cn', path: '/', parts: [] },
      { name: 'home', language: 'en', path: '/', parts: [] },
    ]);
  });

  it.each(['', '/english', '/en/en', '/en/', '//', '/admin', '/404', '/nonsense/x'])('is not %s', (path) => {
    expect(documentAt(path)).toBeNull();
  });

  it('is left to the server by the application', () => {
    expect([page('/'), page('/en'), page('/english')]).toEqual(['home', 'document', 'notFound']);
  });
});

const pageOf = (text: string) => listQueryOf(new URLSearchParams({ page: text })).page;

it('keeps the page that a list is asked for, however large, so that one that is not there is not found', () => {
  expect(['1', '1001', '999999999', '0', '-1', '1.5', '1e3', 'x', '9999999999', ''].map(pageOf)).toEqual([
    1, 1001, 999_999_999, 1, 1, 1, 1, 1, 1, 1,
  ]);
});

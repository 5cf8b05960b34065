import { describe, expect, it } from 'vitest';
import { resolveRoute } from '#domain/app/route-target';
import { documentAt, documentPath } from '#domain/site/document-address';

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

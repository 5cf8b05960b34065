import { describe, expect, it } from 'vitest';
import { isExternalLink, isFollowable, isFrameable, isOwnPath } from '#domain/link';

describe('a link', () => {
  it.each([
    // link, external, followable, frameable
    ['HTTP://x', true, true, true],
    ['https://x', true, true, true],
    ['https://example.com/a?b=c&d=中', true, true, true],
    ['ftp://x', true, true, false],
    ['mailto:a@b', true, true, false],
    ['tel:1', true, true, false],
    ['//x', true, true, false],
    [' https://x', true, true, false],
    ['javascript:1', false, false, false],
    ['JaVaScRiPt:alert(1)', false, false, false],
    ['data:text/html,x', false, false, false],
    ['/a', false, true, false],
    ['/a?b=http://x', false, true, false],
    ['a', false, false, false],
    ['', false, false, false],
    ['https:///x', true, true, false],
  ])('%j is external: %j, followable: %j, frameable: %j', (link, external, followable, frameable) => {
    expect([isExternalLink(link), isFollowable(link), isFrameable(link)]).toEqual([external, followable, frameable]);
  });

  it.each([
    ['/', true],
    ['/admin/goods?kw=a//b', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['\\\\evil.example', false],
    ['/\tx', false],
    ['/a\nb', false],
    ['https://evil.example', false],
    ['admin', false],
    ['', false],
  ])('%j stays on this site: %j', (path, own) => {
    expect(isOwnPath(path)).toBe(own);
  });
});

import { describe, expect, it } from 'vitest';
import { isExternalLink, isFollowable, isFrameable, isOwnPath, linkAddressFrom } from '#domain/base/addresses/link';

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
    ['javascript:https://x', false, false, false],
    ['x//x', false, false, false],
    ['ahttps://x', false, false, false],
    ['https:///x', true, true, false],
    ['//host/"><script>alert(1)</script>', false, false, false],
    ['https://host/<b>', false, false, false],
    ['https://host/a b', false, false, false],
    ['https://host\\@evil.example', false, false, false],
    ['https://host/\na', false, false, false],
    ['https://[1', false, false, false],
    ['https://', false, false, false],
    ['//', false, false, false],
    ['mailto:', false, false, false],
    ['https://host/%3Cb%3E?a="b"', false, false, false],
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

  it.each([
    [' https://example.com/a?b ', 'https://example.com/a?b'],
    ['HTTP://x', 'HTTP://x'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+86 10', 'tel:+86 10'],
    ['/goods/1', '/goods/1'],
    ['example.com', 'https://example.com'],
    ['例子.中国/茶', 'https://例子.中国/茶'],
    ['example.com:8080/a?b=c#d', 'https://example.com:8080/a?b=c#d'],
    ['a@example.com', 'mailto:a@example.com'],
    ['', null],
    ['tea', null],
    ['two words.com', null],
    ['javascript:alert(1)', null],
    ['javascript:alert(1).com', null],
    ['javascript:https://example.com', null],
    ['javascript:mailto:a@example.com', null],
    ['javascript:tel:1', null],
    ['ab@example.com', 'mailto:ab@example.com'],
    ['a b@example.com', null],
    ['a@example.com b', null],
    ['a@example.com@', null],
    ['a@example', null],
    ['a.b.example.com', 'https://a.b.example.com'],
    ['3.14', 'https://3.14'],
    ['example.com"x', null],
    ['example.com:80x', null],
    ['example.com?a b', null],
    ['-example-.com#a', 'https://-example-.com#a'],
    ['data:text/html,x', null],
    ['ftp://example.com', null],
    ['//example.com', null],
    ['https://exa\nmple.com', null],
    ['https:\\\\example.com', null],
  ])('%j is meant as %j', (typed, meant) => expect(linkAddressFrom(typed)).toBe(meant));
});

import { describe, expect, it } from 'vitest';
import { searchProofOf } from '#domain/site/home-settings';

describe('a proof for a search engine', () => {
  it.each([
    ['google-site-verification=abc_-1', ['google-site-verification', 'abc_-1']],
    ['msvalidate.01 = DEF', ['msvalidate.01', 'DEF']],
    ['<meta name="google-site-verification" content="abc" />', ['google-site-verification', 'abc']],
    [`<META content='x=y' name='baidu-site-verification'>`, ['baidu-site-verification', 'x=y']],
    ['<meta property="og" name="yandex-verification" content=" 12 "/>', ['yandex-verification', '12']],
  ])('is read from %s', (line, proof) => {
    expect(searchProofOf(line)).toEqual(proof);
  });

  it.each([
    'nonsense line',
    '',
    'a=',
    '=b',
    'a=b c',
    '<meta name="a">',
    '<meta content="a">',
    '<meta name="a" content="">',
    '<meta name="a" content="b c">',
    '<meta name="a" content="b"><script>',
    '<script name="a" content="b">',
    'a=<b>',
    `a=${'x'.repeat(201)}`,
    `<meta ${'x '.repeat(300)} name="a" content="b">`,
  ])('is not %s', (line) => {
    expect(searchProofOf(line)).toBeNull();
  });
});

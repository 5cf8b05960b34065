import { expect, it } from 'vitest';
import { isPictureAddress } from '#domain/base/addresses/picture-address';

it.each([
  ['/a.png', true],
  ['/', true],
  ['//evil.example/a.png', false],
  ['/\\evil.example', false],
  ['/a b', false],
  ['/a"b', false],
  ['https://tea.example', true],
  ['https://tea.example/', true],
  ['https://tea.example/a.png?x=1', true],
  ['https:///a.png', false],
  ['http://tea.example/a.png', false],
  ['https://tea.example/a b', false],
  ['https://tea.ex ample', false],
  ['xhttps://tea.example', false],
  ['x/a.png', false],
  ['data:image/png;base64,AA', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%j is the address of a picture: %j', (text, isFine) => {
  expect(isPictureAddress(text)).toBe(isFine);
});

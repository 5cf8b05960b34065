import { expect, it } from 'vitest';
import { fingerprintText, registryAddress } from '#domain/modules/registry';

it.each([
  ['https://modules.example.com', 'https://modules.example.com/'],
  [' https://Modules.Example.com/store ', 'https://modules.example.com/store/'],
  ['https://modules.example.com/store/index.json', 'https://modules.example.com/store/'],
  ['http://127.0.0.1:8080/a/', 'http://127.0.0.1:8080/a/'],
  ['modules.example.com', null],
  ['', null],
  ['ftp://modules.example.com/', null],
  ['https://me:secret@modules.example.com/', null],
  ['https://modules.example.com/?a=1', null],
  ['https://modules.example.com/#a', null],
  [`https://modules.example.com/${'a'.repeat(300)}`, null],
])('reads %o as the folder %o', (typed, address) => expect(registryAddress(typed)).toBe(address));

it('the list of registries writes a fingerprint in groups that can be compared', () =>
  expect(fingerprintText('0123456789abcdef')).toBe('01234567 89abcdef'));

import { describe, expect, it } from 'vitest';
import { isFileAddress, isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';

describe('the address of a file', () => {
  it.each([
    // address, picture, file
    ['/storage/tea.png', true, true],
    ['https://tea.example/tea.png', true, true],
    ['https://tea.example', true, true],
    ['http://tea.example/tea.png', false, true],
    ['ahttp://tea.example/tea.png', false, false],
    ['https://tea.example/http://a', true, true],
    ['ftp://tea.example/tea.png', false, false],
    ['//tea.example/tea.png', false, false],
    ['/\\tea.example', false, false],
    ['tea.png', false, false],
    ['data:image/png;base64,x', false, false],
    ['javascript:https://x', false, false],
    ['/a b', false, false],
    ['/a"onerror="', false, false],
    ['https://tea.example/<b>', false, false],
    ['https:///tea.png', false, false],
    ['', false, false],
  ])('%j is that of a picture: %j, of a file: %j', (address, isPicture, isFile) => {
    expect([isPictureAddress(address), isFileAddress(address)]).toEqual([isPicture, isFile]);
  });

  it('is a text', () => {
    expect([isFileAddress(null), isFileAddress(7), isFileAddress(['/storage/tea.png'])]).toEqual([false, false, true]);
  });
});

describe('where a stored path is shown from', () => {
  const CDN = 'https://cdn.example/files//';
  it.each([
    ['storage/tea.png', CDN, 'https://cdn.example/files/storage/tea.png'],
    ['//other.example/tea.png', CDN, '//other.example/tea.png'],
    ['/storage/tea.png', CDN, 'https://cdn.example/files/storage/tea.png'],
    ['HTTPS://other.example/tea.png', CDN, 'HTTPS://other.example/tea.png'],
    ['s3+x.y-z1://bucket/tea.png', CDN, 's3+x.y-z1://bucket/tea.png'],
    ['1a://bucket/tea.png', CDN, 'https://cdn.example/files/1a://bucket/tea.png'],
    ['storage/https://tea.png', CDN, 'https://cdn.example/files/storage/https://tea.png'],
    ['data:image/png;base64,x', CDN, 'data:image/png;base64,x'],
    ['data:text/html,x', CDN, 'https://cdn.example/files/data:text/html,x'],
    ['storage/data:image/', CDN, 'https://cdn.example/files/storage/data:image/'],
    ['/storage/tea.png', '', '/storage/tea.png'],
    ['', CDN, ''],
  ])('%j beside %j is %j', (path, cdnUrl, url) => {
    expect(resourceUrl(path, cdnUrl)).toBe(url);
  });
});

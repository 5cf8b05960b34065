import { expect, it } from 'vitest';
import { resourceUrl } from '#domain/base/addresses/resource-url';

it.each([
  ['', 'https://files.example', ''],
  ['/a.png', '', '/a.png'],
  ['/a.png', 'https://files.example', 'https://files.example/a.png'],
  ['a.png', 'https://files.example//', 'https://files.example/a.png'],
  ['//a.png', 'https://files.example', '//a.png'],
  ['https://other.example/a.png', 'https://files.example', 'https://other.example/a.png'],
  ['FTP+x.1-2://other', 'https://files.example', 'FTP+x.1-2://other'],
  ['data:image/png;base64,AA', 'https://files.example', 'data:image/png;base64,AA'],
  ['data:text/html,x', 'https://files.example', 'https://files.example/data:text/html,x'],
  ['a/https://b', 'https://files.example', 'https://files.example/a/https://b'],
])('the stored path %j of %j is shown from %j', (path, cdnUrl, url) => {
  expect(resourceUrl(path, cdnUrl)).toBe(url);
});

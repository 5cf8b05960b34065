import { expect, it } from 'vitest';
import { chosenAvatar } from '#domain/session/default-avatar';

it.each([
  ['/static/images/avatar.png', ''],
  ['https://tea.example/static/images/avatar.png', ''],
  ['http://tea.example:8000/static/images/avatar.png', ''],
  ['//tea.example/static/images/avatar.png', ''],
  ['', ''],
  ['/storage/own/avatar.png', '/storage/own/avatar.png'],
  ['https://tea.example/own/static/images/avatar.png', 'https://tea.example/own/static/images/avatar.png'],
  ['/static/images/avatar.png?1', '/static/images/avatar.png?1'],
  ['ftp://tea.example/static/images/avatar.png', 'ftp://tea.example/static/images/avatar.png'],
  ['x//tea.example/static/images/avatar.png', 'x//tea.example/static/images/avatar.png'],
])('%j that is posted is kept as %j', (posted, kept) => {
  expect(chosenAvatar(posted)).toBe(kept);
});

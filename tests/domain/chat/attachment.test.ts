import { expect, it } from 'vitest';
import {
  ATTACHED_ACCEPT,
  ATTACHED_TEXT_BYTES,
  attachmentIssue,
  attachmentKindOf,
  attachmentMisfit,
  CHOSEN_PICTURE_BYTES,
} from '#domain/chat/attachment';

const kinds = (names: readonly string[]) => names.map(attachmentKindOf);

it('the chat knows files by the endings of their names, in any case', () => {
  expect(ATTACHED_ACCEPT).toBe('.png,.jpg,.jpeg,.gif,.webp,.txt,.md,.csv,.json,.log,.srt,.vtt');
  expect(kinds(['a.png', 'a.JPG', 'a.b.jpeg', 'a.gif', 'a.webp'])).toEqual(Array.from({ length: 5 }, () => 'picture'));
  expect(kinds(['a.txt', 'a.MD', 'a.csv', 'a.json', 'a.log', 'a.srt', 'a.png.vtt'])).toEqual(Array.from({ length: 7 }, () => 'text'));
  expect(kinds(['a.svg', 'a.html', 'png', 'a.', '', 'a.png ', 'a.png.exe'])).toEqual(Array.from({ length: 7 }, () => null));
});

it.each([
  ['tea.exe', 1, 'type'],
  ['tea.exe', 0, 'type'],
  ['tea.png', 0, 'empty'],
  ['tea.png', 1, null],
  ['tea.png', CHOSEN_PICTURE_BYTES, null],
  ['tea.png', CHOSEN_PICTURE_BYTES + 1, 'tooLarge'],
  ['tea.txt', ATTACHED_TEXT_BYTES, null],
  ['tea.txt', ATTACHED_TEXT_BYTES + 1, 'tooLarge'],
] as const)('says of %s with %d bytes: %s', (name, sizeBytes, issue) => expect(attachmentIssue(name, sizeBytes)).toBe(issue));

it.each([
  [[], { isBuiltIn: true, takesImages: false }, null],
  [['text'], { isBuiltIn: true, takesImages: true }, 'noFiles'],
  [['text'], { isBuiltIn: false, takesImages: false }, null],
  [['text', 'picture'], { isBuiltIn: false, takesImages: false }, 'noPictures'],
  [['picture'], { isBuiltIn: false, takesImages: true }, null],
] as const)('says what stands against %j for %j', (kinds, model, misfit) => expect(attachmentMisfit(kinds, model)).toBe(misfit));

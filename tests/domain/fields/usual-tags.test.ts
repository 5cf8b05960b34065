import { expect, it } from 'vitest';
import { usualTags } from '#domain/fields/usual-tags';

it('the list of usual tags offers each tag once, the most usual first, and as they came where they are equally usual', () => {
  expect(usualTags([['spring', 'new'], ['gift', 'new'], ['new', 'gift', 'gift'], ['autumn']])).toEqual(['new', 'gift', 'spring', 'autumn']);
});

it('the list of usual tags passes over what is no tag', () => {
  expect(usualTags([null, undefined, 'new', [''], [1, 'tea'], []])).toEqual(['tea']);
});

it('the list of usual tags offers fifty at most', () => {
  const many = Array.from({ length: 60 }, (_, index) => `tag ${index}`);
  expect(usualTags([many, ['tag 59']])).toEqual(['tag 59', ...many.slice(0, 49)]);
});

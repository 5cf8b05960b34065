import { expect, it } from 'vitest';
import { versionNumber } from '#domain/site/version-number';

it('leaves out the letter that the word before a version says already', () => {
  expect(['v1.0.0', ' V2', '1.2.0', 'vintage', ''].map(versionNumber)).toEqual(['1.0.0', '2', '1.2.0', 'vintage', '']);
});

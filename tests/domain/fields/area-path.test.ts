import { expect, it } from 'vitest';
import { areaPath } from '#domain/fields/area-path';

it.each([
  ['', []],
  ['33', ['33']],
  ['3301', ['33', '3301']],
  ['330106', ['33', '3301', '330106']],
  ['331', ['331']],
  ['shop', ['shop']],
])('the way to %j is %j', (id, path) => expect(areaPath(id)).toEqual(path));

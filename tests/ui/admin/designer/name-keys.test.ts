import type { KeyboardEvent } from 'react';
import { expect, it } from 'vitest';
import { nameKeys } from '#ui/admin/designer/base/name-keys.ts';

it('keys with which the letters of a name are composed neither take nor drop it', () => {
  const done: string[] = [];
  const press = nameKeys(
    () => done.push('taken'),
    () => done.push('dropped'),
  );
  const key = (name: string, nativeEvent: { readonly isComposing: boolean; readonly keyCode: number }) =>
    press({ key: name, nativeEvent } as KeyboardEvent);
  key('Escape', { isComposing: true, keyCode: 27 });
  // As Safari tells it.
  key('Enter', { isComposing: false, keyCode: 229 });
  expect(done).toEqual([]);
  key('Enter', { isComposing: false, keyCode: 13 });
  key('Escape', { isComposing: false, keyCode: 27 });
  expect(done).toEqual(['taken', 'dropped']);
});

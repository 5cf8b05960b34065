import { EventEmitter } from 'node:events';
import { Busboy } from '@fastify/busboy';
import * as katex from 'katex';
import { Client } from 'pg';
import { expect, test } from 'vitest';

/** Parts of packages that they do not promise, and that the program relies on: a version without one is seen here, by its name. */
test.each<readonly [string, () => unknown]>([
  [
    'the parser within the reader of forms, which alone sees the headers of parts',
    () => {
      const parser = new Busboy({ headers: { 'content-type': 'multipart/form-data; boundary=x' } });
      const { _parser: part } = parser as unknown as { readonly _parser: { readonly parser: unknown } };
      return part.parser instanceof EventEmitter;
    },
  ],
  ['the tree that a formula becomes before it is any text', () => typeof Reflect.get(katex, '__renderToDomTree') === 'function'],
  ["the number of a connection's process, which PostgreSQL gives when it is opened", () => 'processID' in new Client()],
])('%s is there', (_what, isThere) => {
  expect(isThere()).toBe(true);
});

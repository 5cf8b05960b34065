import { expect, it } from 'vitest';
import { fileSizeInWords, parseByteSize } from '#domain/base/file-size';

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_524, '1023.9 KB'],
  [1_048_570, '1 MB'],
  [104_857_600, '100 MB'],
  [5 * 1024 ** 4, '5 TB'],
  [4096 * 1024 ** 4, '4096 TB'],
  [-1, null],
  [Number.NaN, null],
])('%s bytes → %s', (sizeBytes, text) => expect(fileSizeInWords(sizeBytes)).toBe(text));

it.each([
  ['1024', 1024],
  ['10mb', 10_485_760],
  ['10k', 10_240],
  ['10M', 10_485_760],
  [' 1.5 KB ', 1536],
  ['7b', 7],
  ['1gb', 1024 ** 3],
  ['2tb', 2 * 1024 ** 4],
  ['lots', null],
  ['', null],
  ['-1', null],
  ['1 bk', null],
  ['1234567890123', null],
])('%j is a size of %s bytes', (text, bytes) => expect(parseByteSize(text)).toBe(bytes));

import { describe, expect, it } from 'vitest';
import { jsonSize } from '#server/routing/json-size';

const ANY = { containers: Infinity, values: Infinity };
const sizeOf = (text: string, most = ANY) => jsonSize(new TextEncoder().encode(text), most);

describe('how much a JSON text holds', () => {
  it.each([
    ['a number', '1', { containers: 0, values: 1 }],
    ['an object', '{"a":1,"b":[1,2,{}]}', { containers: 3, values: 7 }],
    ['signs inside of texts', '["[,]{,}","a\\",\\"b,","\\\\",","]', { containers: 1, values: 5 }],
    ['signs of several bytes', '["，［｛",1]', { containers: 1, values: 3 }],
    ['a text that never ends', '["a\\",[,{', { containers: 1, values: 2 }],
    ['nothing', '', { containers: 0, values: 1 }],
  ])('counts %s', (_name, text, size) => {
    expect(sizeOf(text)).toEqual(size);
  });

  it('counts as far as the first bound', () => {
    expect(sizeOf('[],'.repeat(1000), { containers: 3, values: Infinity })).toEqual({ containers: 4, values: 8 });
    expect(sizeOf('1,'.repeat(1000), { containers: Infinity, values: 9 })).toEqual({ containers: 0, values: 10 });
  });
});

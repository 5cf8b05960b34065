import { describe, expect, it } from 'vitest';
import { createAnonymiser } from '#domain/observe/anonymous';

/** A copy of a value, by an anonymiser that has learnt it and what is given besides. */
function copyOf(value: unknown, ...learnt: readonly unknown[]): unknown {
  const anonymiser = createAnonymiser();
  for (const one of [value, ...learnt]) anonymiser.learn(one);
  return anonymiser.copy(value);
}

describe('taking out what is personal', () => {
  it.each([
    [
      { nickname: 'Linda', age: 30 },
      { nickname: '~1~', age: 30 },
    ],
    [{ nickname: '' }, { nickname: '' }],
    [{ code: 303 }, { code: 303 }],
    [{ code: -999 }, { code: -999 }],
    [{ code: 1000 }, { code: '~1~' }],
    [{ code: '303' }, { code: '~1~' }],
    [{ name: 'Green tea' }, { name: 'Green tea' }],
    [
      { name: 'Linda Park', mobile: '13800138000' },
      { name: '~1~', mobile: '~2~' },
    ],
    [
      { field: 'nickname', value: 'Linda' },
      { field: 'nickname', value: '~1~' },
    ],
    [
      { name: 'mobile', value: '13800138000' },
      { name: 'mobile', value: '~1~' },
    ],
    [
      { field: 'title', value: 'Tea' },
      { field: 'title', value: 'Tea' },
    ],
    [
      { type: 'palette.typed', text: 'Linda' },
      { type: 'palette.typed', text: '~1~' },
    ],
    [
      { type: 'select.searched', text: 'Linda' },
      { type: 'select.searched', text: '~1~' },
    ],
    [
      { text: 'Linda', cursor: 0, finds: [] },
      { text: '~1~', cursor: 0, finds: [] },
    ],
    [
      { text: 'Linda', options: [], untold: 0 },
      { text: '~1~', options: [], untold: 0 },
    ],
    [
      { type: 'call.valueWritten', name: 'quick', value: 'Linda' },
      { type: 'call.valueWritten', name: 'quick', value: '~1~' },
    ],
    // Data stay data, so that a call is judged alike when it is played again.
    [
      { type: 'call.bodyWritten', text: '{"title": "Linda", "ids": [1234]}' },
      { type: 'call.bodyWritten', text: '{"title":"~1~","ids":["~2~"]}' },
    ],
    [
      { type: 'call.bodyWritten', text: '{"title": "Lin' },
      { type: 'call.bodyWritten', text: '~1~' },
    ],
    [
      { draft: { values: { quick: 'Linda' }, body: '' }, answer: { status: 200, body: '{"title":"Linda"}' } },
      { draft: { values: { quick: '~1~' }, body: '' }, answer: { status: 200, body: '{"title":"~1~"}' } },
    ],
    [
      { type: 'palette.opened', text: 'Linda' },
      { type: 'palette.opened', text: 'Linda' },
    ],
    [
      { type: 'act.commentTyped', comment: 'Linda is ill' },
      { type: 'act.commentTyped', comment: '~1~' },
    ],
    [
      { type: 'help.questionTyped', question: 'Linda?' },
      { type: 'help.questionTyped', question: '~1~' },
    ],
    [
      { field: 'comment', value: 'Linda' },
      { field: 'comment', value: '~1~' },
    ],
    // What a step asks for is a word of the program's.
    [{ asks: { comment: 'required' } }, { asks: { comment: 'required' } }],
    [{ asks: { comment: 'optional' } }, { asks: { comment: 'optional' } }],
    [{ settled: { comment: 'Linda' } }, { settled: { comment: '~1~' } }],
    [
      { type: 'letter.written', words: { title: 'Linda', textEn: '' } },
      { type: 'letter.written', words: { title: '~1~', textEn: '' } },
    ],
    [
      { letter: { audience: 'all', title: 'Linda', text: 'Tea', titleEn: 'L', textEn: 'T' } },
      { letter: { audience: 'all', title: '~1~', text: '~2~', titleEn: '~3~', textEn: '~4~' } },
    ],
    [
      { audience: 'member', title: 'Tea' },
      { audience: 'member', title: 'Tea' },
    ],
    [
      { field: 'idNumber', value: '110105' },
      { field: 'idNumber', value: '~1~' },
    ],
    [{ id_card: '110105' }, { id_card: '~1~' }],
    [
      { paid: 4_111_111_111_111_111, ratio: 0.550_000_000_000_000_4 },
      { paid: '~1~', ratio: 0.550_000_000_000_000_4 },
    ],
    [{ quickSearch: 'Linda' }, { quickSearch: '~1~' }],
    [{ quick_search_text: 'Linda' }, { quick_search_text: '~1~' }],
    [{ mobile: ['13800138000', '13900139000'] }, { mobile: ['~1~', '~2~'] }],
    [{ email: { first: 'a@b.cn' } }, { email: { first: '~1~' } }],
    [true, true],
    [null, null],
  ])('%j becomes %j', (value, copy) => {
    expect(copyOf(value)).toEqual(copy);
  });

  it('gives equal values equal tokens, and tokens in the order of need', () => {
    expect(copyOf([{ nickname: 'Linda' }, { nickname: 'Mark' }, { username: 'Linda' }])).toEqual([
      { nickname: '~1~' },
      { nickname: '~2~' },
      { username: '~1~' },
    ]);
  });

  it('keeps of a file’s name what kind of file it is', () => {
    expect(copyOf({ file_name: 'Linda.JPG', save_name: 'linda.tar.gz', originalName: 'x' })).toEqual({
      file_name: '~1~.jpg',
      save_name: '~2~',
      originalName: '~3~',
    });
  });

  it('takes mail addresses and mobile numbers out of texts, numbers and names of fields', () => {
    expect(copyOf({ note: 'write to linda@example.org or 13800138000', 'seen by linda@example.org': 1, at: 13_800_138_000 })).toEqual({
      note: 'write to ~1~ or ~2~',
      'seen by ~1~': 1,
      at: '~2~',
    });
  });

  it.each([
    ['11010519491231002X', '~1~'],
    ['ID 11010519491231002x, card 4111 1111 1111 1111', 'ID ~1~, card ~2~'],
    ['+86 138-0013-8000 or +44 20 7946 0958', '~1~ or ~2~'],
    // A wrong last sign, a time, and numbers in which digits meet by chance.
    ['110105194912310021', '110105194912310021'],
    ['at 1764000000000', 'at 1764000000000'],
    ['a0b1c2d3-4111-4111-9111-111122223334', 'a0b1c2d3-4111-4111-9111-111122223334'],
    ['a0b1c2d3e4f4111111111111111ab0c1d2e3f4a5', 'a0b1c2d3e4f4111111111111111ab0c1d2e3f4a5'],
  ])('of the text %s stays %s', (text, plain) => {
    expect(copyOf(text)).toBe(plain);
  });

  it('finds what was typed of the number of an identity card before all of it stood there', () => {
    const number = '11010519491231002X';
    const typed = Array.from(number, (_, index) => ({ type: 'form.fieldChanged', field: 'note', value: number.slice(0, index + 1) }));
    expect(JSON.stringify(copyOf(typed))).not.toContain('110105');
    expect(JSON.stringify(copyOf(typed))).not.toContain('194912');
  });

  it('finds a name that it has learnt in every text, the longest first', () => {
    expect(
      copyOf({ title: 'for Linda Park (a.b+c)' }, { nickname: 'Linda Park' }, { nickname: 'Linda P' }, { nickname: '(a.b+c)' }),
    ).toEqual({
      title: 'for ~1~ ~2~',
    });
  });

  it('does not look for short names, unless they are written in letters beyond ASCII', () => {
    expect(copyOf({ title: 'Linda, 王五, 李' }, { nickname: 'Linda' }, { nickname: '王五' }, { nickname: '李' })).toEqual({
      title: 'Linda, ~1~, 李',
    });
  });

  it('finds pieces of six characters of what proves who somebody is, however they are written', () => {
    expect(copyOf({ title: 'pw: xORRECT-HORSEx, correc, correx' }, { password: 'correct-horse' })).toEqual({
      title: 'pw: x~1~x, ~2~, correx',
    });
    expect(copyOf({ title: 'abcde' }, { password: 'abcde' })).toEqual({ title: 'abcde' });
    expect(copyOf({ title: 'abcdef' }, { password: 'abcdef' })).toEqual({ title: '~1~' });
    expect(copyOf(['x', 123_456], { token: '1234567' })).toEqual(['x', '~1~']);
  });

  it('finds pieces of a mail address that stood in a text', () => {
    expect(copyOf({ title: 'linda@exam' }, 'linda@example.org')).toEqual({ title: '~1~' });
  });

  it.each([
    ['/users?mobile=138&page=2', '/users?mobile=~1~&page=2'],
    ['/users?nickname.LIKE=Lin+da&page=2#top', '/users?nickname.LIKE=~1~&page=2#top'],
    ['/users?quickSearch=%E7%8E%8B', '/users?quickSearch=~1~'],
    ['/users?mobile=', '/users?mobile='],
    ['/users?mobile=%', '/users?mobile=~1~'],
    ['/login?to=%2Fusers%3Fmobile%3D138', '/login?to=%2Fusers%3Fmobile%3D~1~'],
    [
      '/login?to=%7B%22path%22%3A%22%2Fa%22%2C%22query%22%3A%7B%22mobile%22%3A%22138%22%7D%7D',
      '/login?to=%7B%22path%22%3A%22%2Fa%22%2C%22query%22%3A%7B%22mobile%22%3A%22~1~%22%7D%7D',
    ],
    ['/login?to=%7Bbroken', '/login?to=%7Bbroken'],
    ['/goods?title=tea+pot', '/goods?title=tea+pot'],
    ['mobile=138', 'mobile=138'],
  ])('of the address %s stays %s', (address, plain) => {
    expect(createAnonymiser().copy(address)).toBe(plain);
  });

  it('changes of names that hold something together mail addresses and mobile numbers only', () => {
    const anonymiser = createAnonymiser();
    anonymiser.learn({ nickname: 'Linda Park' });
    expect(anonymiser.name('tab Linda Park linda@example.org 13800138000')).toBe('tab Linda Park ~1~ ~2~');
  });
});

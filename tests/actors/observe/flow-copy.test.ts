import { describe, expect, it } from 'vitest';
import { createEmptyActor } from 'xstate';
import { shownCopy, shownText } from '#actors/observe/flow-copy';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

describe('what is shown of a context', () => {
  it('has neither secrets nor anything personal', () => {
    const context = {
      area: 'admin',
      person: { id: 7, username: 'ada', nickname: 'Ada L', email: 'ada@mail.example', lastLoginIp: '10.1.2.3', super: true },
      tokens: { token: new Secret('tok-123456'), refreshToken: null },
      captcha: { id: 'c-778899', info: '12,40-80,20', points: [12, 40] },
      note: 'call 13900139000 or ada@mail.example',
      rows: [{ id: 1, mobile: '13800138000', score: 40 }],
    };
    expect(shownCopy(context)).toEqual({
      area: 'admin',
      person: { id: 7, username: '•••', nickname: '•••', email: '•••', lastLoginIp: '•••', super: true },
      tokens: { token: '[secret]', refreshToken: null },
      captcha: { id: '•••', info: '•••', points: ['•••', '•••'] },
      note: 'call ••• or •••',
      rows: [{ id: 1, mobile: '•••', score: 40 }],
    });
    for (const planted of ['ada', 'Ada', '10.1.2.3', 'tok-123456', 'c-778899', '13900139000', '13800138000']) {
      expect(shownText(context)).not.toContain(planted);
    }
  });

  it('hides what is being typed into a personal field, and shows the rest', () => {
    expect(shownCopy({ type: 'recordForm.fieldEdited', field: 'mobile', value: '138' })).toEqual({
      type: 'recordForm.fieldEdited',
      field: 'mobile',
      value: '•••',
    });
    expect(shownCopy({ type: 'recordForm.fieldEdited', field: 'title', value: 'Tea' })).toEqual({
      type: 'recordForm.fieldEdited',
      field: 'title',
      value: 'Tea',
    });
  });

  it('says whether a personal field is filled', () => {
    expect(shownCopy({ email: '', mobile: null, avatar: '/a.png' })).toEqual({ email: '', mobile: null, avatar: '•••' });
  });

  it('can be made of anything', () => {
    const circle: Record<string, unknown> = { id: 1 };
    circle['self'] = circle;
    expect(shownText(circle)).toContain('…');
    expect(
      shownCopy({
        owner: createEmptyActor(),
        run: () => {},
        at: new Map(),
        gone: undefined,
        error: new FailureError({ kind: 'timeout' }),
        many: Array.from({ length: 60 }, (_, index) => index),
        big: 1n,
      }),
    ).toMatchObject({
      owner: expect.stringMatching(/^→ /u),
      run: '(function)',
      at: '(Map)',
      error: { FailureError: expect.any(String) },
      big: '(bigint)',
    });
    expect((shownCopy(Array.from({ length: 60 }, (_, index) => index)) as unknown[]).slice(-2)).toEqual([49, '… +10']);
  });
});

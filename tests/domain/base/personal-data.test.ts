import { describe, expect, it } from 'vitest';
import { isPersonal, withoutPersonal } from '#domain/base/personal-data';

describe('a field', () => {
  it.each([
    'mobile',
    'email',
    'username',
    'nickname',
    'realName',
    'real_name',
    'adminName',
    'actor_name',
    'lastLoginIp',
    'last_login_ip',
    'ip',
    'password',
    'oldPassword',
    'token',
    'refreshToken',
    'captchaInfo',
    'code',
    'oldCode',
    'factorCode',
    'avatar',
    'fileName',
    'saveName',
    'sentence',
  ])('%s is personal', (name) => {
    expect(isPersonal(name)).toBe(true);
  });

  it.each(['id', 'name', 'title', 'price', 'status', 'zip', 'codeLength', 'tip', 'area', 'siteName', 'weigh', 'auth/apiToken'])(
    '%s is not',
    (name) => {
      expect(isPersonal(name)).toBe(false);
    },
  );

  it('called name is a person’s or a file’s beside what people and files have', () => {
    expect(isPersonal('name', ['name', 'mobile'])).toBe(true);
    expect(isPersonal('name', ['fileId', 'name', 'sizeBytes'])).toBe(true);
    expect(isPersonal('name', ['id', 'name', 'title'])).toBe(false);
  });
});

describe('a text', () => {
  it('loses mail addresses and mobile numbers, and nothing else', () => {
    expect(withoutPersonal('to ada.l@mail.example.org (13800138000), order 20261121138001380001')).toBe(
      'to ••• (•••), order 20261121138001380001',
    );
  });

  it('is read in a time that goes with its length, whatever stands in it', () => {
    const long = 200_000;
    for (const word of ['a', '+86', 'a.', 'a@', '@a', 'a@a.', '1']) {
      const text = word.repeat(long / word.length);
      expect(withoutPersonal(`${text} ada.l@mail.example.org`)).toBe(`${word === 'a@a.' ? withoutPersonal(text) : text} •••`);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { FORM_FIELD_KINDS } from '#domain/fields/field';
import chinese from '#locales/zh-cn/fieldKinds';
import english from '#locales/en/fieldKinds';

/** Names of the specification §5, in its order; readings 5.7. */
const SPECIFIED = [
  'mobile', 'ID number', 'account', 'password', 'variable name', 'email', 'date', 'number', 'float', 'integer', 'time', 'file', 'array', 'switch',
  'year', 'image', 'select', 'string', 'radio', 'checkbox', 'rich text', 'multi image', 'textarea', 'time date', 'remote select', 'city select',
  'icon select', 'color picker',
]; // prettier-ignore

describe('the kinds of field that a form offers', () => {
  it('are the 28 of the specification, each named in both languages and no two alike', () => {
    expect(FORM_FIELD_KINDS).toHaveLength(28);
    expect(Object.keys(chinese)).toEqual([...FORM_FIELD_KINDS]);
    expect(Object.keys(english)).toEqual([...FORM_FIELD_KINDS]);
    for (const names of [chinese, english]) expect(new Set(Object.values(names)).size).toBe(28);
  });

  it('have the names of the specification in English, and Chinese ones in Chinese', () => {
    expect(Object.values(english).map((name) => name.toLowerCase().replace('mobile number', 'mobile'))).toEqual(
      SPECIFIED.map((name) => name.toLowerCase()),
    );
    expect(Object.values(chinese).filter((name) => !/^\p{Script=Han}+$/u.test(name))).toEqual([]);
  });
});

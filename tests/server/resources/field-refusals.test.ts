import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeRecord } from '#api/contract/table/record-codec';
import { parseResource } from '#api/contract/table/resource-schema';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { FORM_FIELD_KINDS, wireNameOf } from '#domain/fields/field';
import type { FieldKind } from '#domain/fields/kinds/registry';
import { checkField } from '#domain/fields/field-rules';
import { LANGUAGES, type Language } from '#domain/base/language';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { SPECIMEN_JSON } from '#tests/support/specimens.ts';
import { startMessages, text } from '#ui/base/i18n.ts';

/** Bad values sent past the browser are refused by the same rules, in the words the browser would have used. Source: readings 5.13. */
const declared = JSON.parse(SPECIMEN_JSON) as { readonly fields: Readonly<Record<string, object>> };
const { story, gallery, ...fields } = declared.fields;
const specimen = parseResource({
  ...declared,
  fields: { ...fields, story: { ...story, required: true }, gallery: { ...gallery, required: true } },
});
const GOOD = { name: 'Tea', grade: 'a', story: '<p>tea</p>', gallery: ['/a.png'] };

type Words = Readonly<Record<Language, string>>;
const words = (en: string, chinese: string): Words => ({ en, 'zh-cn': chinese });
const required = words('This field is required', '此项为必填');
const wrongForm = words('This value has a wrong form', '填写的格式不正确');
const account = words(
  'Please enter a correct account: 3 to 15 characters, starting with a letter, only letters, digits and underscores',
  '请输入正确的账号：3 到 15 位，以字母开头，只能包含字母、数字和下划线',
);
const mobile = words('Please enter the correct mobile number', '请输入正确的手机号');
const idNumber = words('Please enter the correct ID number', '请输入正确的身份证号');
const name = words(
  'Please enter the correct name: letters, digits, _ and $, not starting with a digit',
  '请输入正确的名称：由字母、数字、_ 和 $ 组成，不能以数字开头',
);
const email = words('Please enter a correct email address', '请输入正确的邮箱地址');
const date = words('Please enter a date that exists, such as 2026-01-31', '请输入存在的日期，例如 2026-01-31');
const time = words('Please enter a time such as 09:30:00', '请输入时间，例如 09:30:00');
const localDateTime = words(
  'Please enter a date and a time such as 2026-01-31 09:30:00',
  '请输入存在的日期和时间，例如 2026-01-31 09:30:00',
);
const number = words('Please enter a number', '请输入数字');
const amount = words('Please enter an amount such as 1234.50', '请输入金额，例如 1234.50');
const integer = words('Please enter a whole number', '请输入整数');
const float = words('Please enter a floating point number', '请输入数字，可以带小数');
const color = words('Please enter a colour such as #1a2b3c', '请输入颜色，例如 #1a2b3c');
const option = words('Please choose one of the options', '请从选项中选择');
const atMost = (limit: number) => words(`At most ${limit} characters`, `最多 ${limit} 个字符`);

/** Field of the specimen, the value on the wire, the words. */
const REFUSED: readonly (readonly [key: string, value: unknown, words: Words])[] = [
  ['phone', '12800138000', mobile],
  ['phone', '1380013800', mobile],
  ['phone', '+8613800138000', mobile],
  ['identity', '110105194912310021', idNumber],
  ['identity', '11010519900231002X', idNumber],
  ['account', 'ab', account],
  ['account', 'a234567890123456', account],
  ['account', '1abc', account],
  ['account', '_abc', account],
  ['account', 'a b', account],
  ['account', 'a-b', account],
  ['account', '张三abc', account],
  ['variable', '1name', name],
  ['mail', 'a@b', email],
  ['day', '2026-02-30', date],
  ['hour', '24:00:00', time],
  ['departure', '2026-02-30 09:30:00', localDateTime],
  ['departure', '2026-01-31', localDateTime],
  ['amount', '12,5', number],
  ['amount', 1001, words('Must be at most 1000', '不能大于 1000')],
  ['ratio', '1.', float],
  ['ratio', '.5', float],
  ['ratio', '1e5', float],
  ['ratio', '1,5', float],
  ['ratio', '９', float],
  ['pieces', 'many', integer],
  ['pieces', 1.5, integer],
  ['pieces', -1, words('Must be at least 0', '不能小于 0')],
  ['vintage', 'soon', integer],
  ['vintage', 10_000, words('Must be at most 9999', '不能大于 9999')],
  ['price', '1.234', amount],
  ['price', '-0.01', words('Must be at least 0', '不能小于 0')],
  ['attachment', 'x'.repeat(256), atMost(255)],
  ['picture', { src: '/a.png' }, wrongForm],
  ['pairs', ['a'], wrongForm],
  ['isOpen', 'perhaps', wrongForm],
  ['size', 'xl', option],
  ['grade', '', required],
  ['grade', 'c', option],
  ['colours', ['red', 'pink'], option],
  ['name', '   ', required],
  ['name', '一'.repeat(41), atMost(40)],
  ['story', '<p><br></p>', words('Content cannot be empty', '内容不能为空')],
  ['gallery', [], required],
  ['gallery', ['1', '2', '3', '4', '5', '6'], words('At most 5 entries', '最多 5 项')],
  ['papers', [{}], wrongForm],
  ['note', 'x'.repeat(65_536), atMost(65_535)],
  ['happensAt', -1, words('Must be at least 0', '不能小于 0')],
  ['categoryId', 'tea', wrongForm],
  ['city', [{}], wrongForm],
  ['icon', 'x'.repeat(256), atMost(255)],
  ['tint', 'red', color],
];

const ACCEPTED: readonly (readonly [key: string, sent: unknown, stored: unknown])[] = [
  ['phone', ' 13800138000 ', '13800138000'],
  ['account', 'abc_9', 'abc_9'],
  ['account', 'a23456789012345', 'a23456789012345'],
  ['identity', '11010519491231002x', '11010519491231002x'],
  ['identity', '110105491231002', '110105491231002'],
  ['ratio', '-0', 0],
  ['ratio', '-12.50', -12.5],
  ['pieces', 0, 0],
];

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await createTestServer({
    sampleData: false,
    resources: [...SHIPPED_RESOURCES, specimen],
    prepare: (database) => createResourceTable(database, specimen),
  });
  ({ token } = await server.signIn());
});
afterAll(() => server.close());

const send = async (language: Language, key: string, value: unknown) => {
  const wireName = wireNameOf(key, specimen.fields[key]);
  const json = { ...GOOD, [wireName]: value };
  const { body } = await server.request('/api/admin/lab.Specimen/add', {
    method: 'POST',
    json,
    token,
    headers: { 'think-lang': language },
  });
  return { wireName, body };
};

it('is tried with every kind of field a form offers, but the password, which no resource has', () => {
  const kinds = new Set(REFUSED.map(([key]) => specimen.fields[key]?.kind));
  expect(FORM_FIELD_KINDS.filter((kind: FieldKind) => !kinds.has(kind))).toEqual(['password']);
});

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(REFUSED)('%s refuses %j', async (key, value, expected) => {
    const { wireName, body } = await send(language, key, value);
    expect(body).toMatchObject({ code: 0, msg: expected[language], data: { fields: { [wireName]: expected[language] } } });
    // The browser comes to the same issue, and puts it into the same words.
    await startMessages(language);
    const field = specimen.fields[key]!;
    const { values, issues } = decodeRecord({ [key]: field }, { [wireName]: value });
    const issue = issues[key] ?? checkField(field, values[key]);
    expect(issue && text(issue.key, issue.params)).toBe(expected[language]);
  });
});

/** What no value of the field can be made of: refused before anything reads it, in whatever it would have ended. */
const REFUSED_AS_SENT: readonly (readonly [key: string, value: unknown, words: Words])[] = [
  ['story', '<b></b>'.repeat(30_000), atMost(65_535)],
  ['story', `${'<b>'.repeat(41)}x`, words('Elements can be nested at most 40 deep', '内容最多只能嵌套 40 层')],
  ['story', `${'<b></i>'.repeat(41)}x`, words('Elements can be nested at most 40 deep', '内容最多只能嵌套 40 层')],
  ['phone', ' '.repeat(600), atMost(255)],
  ['pieces', `1${' '.repeat(600)}`, atMost(255)],
  ['gallery', Array(9_000).fill(''), words('At most 5 entries', '最多 5 项')],
  ['gallery', ','.repeat(100_000), atMost(255)],
  ['colours', Array(9_000).fill('red'), words('At most 50 entries', '最多 50 项')],
  ['pairs', [{ key: 'k', value: 'x'.repeat(100_000) }], atMost(255)],
];

describe.each(LANGUAGES)('as it was sent, in %s', (language) => {
  it.each(REFUSED_AS_SENT)('%s refuses %#', async (key, value, expected) => {
    const { wireName, body } = await send(language, key, value);
    expect(body).toMatchObject({ code: 0, msg: expected[language], data: { fields: { [wireName]: expected[language] } } });
  });
});

it.each([
  ['forty elements within another', `${'<b>'.repeat(40)}x${'</b>'.repeat(40)}`],
  ['many beside another', '<p>x</p>'.repeat(1000)],
  ['many that end each other', '<ul>'.concat('<li>x'.repeat(1000), '</ul>')],
  ['many without an end', '<br>x'.repeat(1000)],
])('takes rich text with %s', async (_, story) => {
  expect((await send('en', 'story', story)).body).toMatchObject({ code: 1 });
});

it.each(ACCEPTED)('%s takes %j and keeps %j', async (key, value, stored) => {
  const { wireName, body } = await send('en', key, value);
  expect(body).toMatchObject({ code: 1 });
  const { body: read } = await server.request(`/api/admin/lab.Specimen/edit?id=${body?.data.id}`, { token });
  expect(read?.data.row[wireName]).toBe(stored);
});

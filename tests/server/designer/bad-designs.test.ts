import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveSections } from '#api/contract/designer/live-sections';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { SectionDesign } from '#domain/designer/section-design';
import { createDesigning, labelled, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const text = { kind: 'string', label: labelled('Text') } as const;
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${'abcdefghij'[index % 10]}${index}`, text]));
const naming = (of: string) => ({ kind: 'remoteSelect', of, label: labelled('Other') }) as const;

/** What it is, the design, where it is told, and the sentence. */
const CASES: readonly (readonly [string, SectionDesign, string, string])[] = [
  [
    'a word of SQL as a field',
    ticketDesign({}, { select: text }),
    'fields.select',
    'select cannot be the name of a column: 2 to 41 small letters, digits and underscores, no word of SQL and none that calls use',
  ],
  [
    'a word of calls as a field',
    ticketDesign({}, { children: text }),
    'fields.children',
    'children cannot be the name of a column: 2 to 41 small letters, digits and underscores, no word of SQL and none that calls use',
  ],
  ['a table of the program', ticketDesign({ table: 'admin' }), 'table', 'The table admin belongs to the program'],
  ['a table of the database', ticketDesign({ table: 'pg_class' }), 'table', 'The table pg_class belongs to the program'],
  [
    'a table of no section',
    ticketDesign({ table: 'orders' }),
    'table',
    'A table’s name begins with x_ and has small letters, digits and underscores, 41 characters at most',
  ],
  ['61 fields', ticketDesign({}, many(56)), 'fields', 'A section has 60 fields at most'],
  ['eleven relations', ticketDesign({}, Object.fromEntries(Array.from('abcdefghijk', (letter) => [`${letter}${letter}Id`, naming('goods')]))), 'fields', 'A section has at most 10 fields that link to other records'], // prettier-ignore
  ['a relation to nothing', ticketDesign({}, { otherId: naming('nothing') }), 'fields.otherId', 'There is no section nothing'],
  [
    'a field of another that cannot be shown',
    ticketDesign({}, { otherId: { ...naming('member'), shows: ['password'] } }),
    'fields.otherId',
    'The other section has no field password that can be shown',
  ],
  [
    'a password',
    ticketDesign({}, { pin: { kind: 'password', label: labelled('PIN') } }),
    'fields.pin',
    'Fields of this kind cannot be designed',
  ],
  [
    'nine indexes',
    ticketDesign({}, {}, { indexes: Array.from({ length: 9 }, (_, index) => ['title', 'colour', 'id'].slice(0, 1 + (index % 3))) }),
    'indexes',
    'A section has 8 indexes at most, the unique ones among them',
  ],
  [
    "an address among the program's rights",
    ticketDesign({ controller: 'auth.Admin.edit' }),
    'controller',
    'The rights or the page auth/admin lie at this address; choose another',
  ],
];

describe('designs that cannot be published', () => {
  let server: TestServer;
  let token = '';
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { draft, plan, publish, read } = createDesigning((...all) => call(...all));

  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it.each(CASES)('say what is wrong, and where: %s', async (_, design, at, message) => {
    const { issues } = await draft(design);
    expect(issues.filter((one) => one.at === at)).toEqual([{ at, message }]);
    const refusal = await plan('ticket').then(
      () => null,
      (error: { readonly failure?: { readonly fields?: Readonly<Record<string, string>> } }) => error.failure?.fields,
    );
    expect(refusal).toMatchObject({ [at]: message });
    expect((await call(liveSections, { names: '' })).list).toEqual([]);
  });

  it.each([
    ['two keys', ticketDesign({}, { other: { kind: 'id' } }), 'a resource has at most one field of kind `id`'],
    ['no key', ticketDesign({}, { id: null }), 'a resource needs a field `id` of kind `id`'],
    [
      'a statement as the name of a column',
      ticketDesign({}, { more: { ...text, column: 'a"; drop table admin; --' } }),
      'fields.more.column',
    ],
    ['a declaration that is none', { ...ticketDesign(), declaration: { name: 'ticket' } }, 'expected string'],
    ['a kind that there is not', ticketDesign({}, { odd: { kind: 'sql', label: labelled('Odd') } }), 'fields.odd'],
    ['a check of its own', { ...ticketDesign(), declaration: { ...ticketDesign().declaration, check: 'drop table admin' } }, 'check'],
  ])('are not even kept where they cannot be read: %s', async (_, design, reason) => {
    const message = await draft(design as SectionDesign).then(
      () => 'kept',
      (error: Error) => error.message,
    );
    expect(message).toContain('This is no design of a section: ');
    expect(message).toContain(reason);
  });

  it('may name each other in a circle, and themselves, and then go on naming what is there', async () => {
    const one = { name: 'one', controller: 'x.One', table: 'x_one' };
    const two = { name: 'two', controller: 'x.Two', table: 'x_two' };
    const kept = { foreignKeys: 'kept' } as const;
    await publish(ticketDesign(one, { selfId: naming('one') }, kept));
    await publish(ticketDesign(two, { firstId: naming('one') }, kept));
    const circle = ticketDesign(one, { selfId: naming('one'), secondId: naming('two') }, kept);
    await publish(circle);
    const [first, second] = [resourceEndpoints(circle.declaration), resourceEndpoints({ ...circle.declaration, ...two })];
    const a = await call(first.add, { title: 'a' });
    const b = await call(second.add, { title: 'b', first_id: a?.id });
    await call(first.save, { id: a?.id ?? 0, second_id: b?.id, self_id: a?.id });
    expect((await call(first.list, {})).list).toEqual([expect.objectContaining({ second_id: b?.id, self_id: a?.id })]);
    await expect(call(first.remove, { ids: [a?.id ?? 0] })).rejects.toThrow('Still used by');
    expect((await read('one')).drift).toEqual([]);
  });
});

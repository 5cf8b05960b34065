import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import type { DocumentPage } from '#domain/site/document-page';
import type { DocumentRenderer } from '#server/ports/ports';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Draws data as data. */
const renderer: DocumentRenderer = {
  build: 'documents-1.js',
  inline: async () => ({ script: '', styles: '' }),
  render: async (page) => JSON.stringify(page),
};
const pages = { read: () => null, shell: '__SITE__', documents: renderer };

const ENTRY = {
  pid: 0,
  type: 'nav',
  menu_type: 'link',
  url: 'https://docs.example.com',
  icon: '',
  path: '',
  component: '',
  extend: 'none',
  remark: '',
  no_login_valid: '1',
  status: '1',
};

describe.each(dealtKinds())('entries of the site’s head that people add, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, ports: { pages } });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('are called in the reader’s language where they have a title in it, on the site and in the back office', async () => {
    const { add, list } = resourceEndpoints(memberRule);
    await server.call(add, { ...ENTRY, title: '文档', title_en: 'Documents', name: 'documents' }, { token });
    await server.call(add, { ...ENTRY, title: '博客', title_en: '', name: 'blog' }, { token });
    const headOf = async (path: string) => {
      const reply = await server.app.fetch(new Request(`http://shop.test${path}`));
      return ((await reply.json()) as DocumentPage).frame.nav.map(({ title }) => title);
    };
    expect([await headOf('/'), await headOf('/en')]).toEqual([
      ['博客', '文档'],
      ['博客', 'Documents'],
    ]);
    const rows = (await server.call(list, {}, { token })).list ?? [];
    expect(rows.flatMap(({ name, title, title_en: titleEn }) => (name === 'documents' ? [[title, titleEn]] : []))).toEqual([
      ['文档', 'Documents'],
    ]);
  });
});

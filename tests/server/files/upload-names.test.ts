import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { configure, PAGE, PNG, upload, ZIP } from '#tests/support/upload-samples.ts';

describe('names of uploads that are not what they look like', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    ({ token } = await server.signIn());
    await configure(server, { upload_suffixes: 'zip,png', upload_mime_types: 'application/octet-stream' });
  });
  afterAll(() => server.close());

  const answer = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const { body } = await upload(server, bytes, name, { token });
    return body?.data?.file?.name ?? body?.msg;
  };
  const REFUSED = 'The type of uploaded file is not allowed!';

  it.each(['x.hta\u200B', 'x.h\u00ADta', '\u202Ex.hta', 'x.hta.', 'x.hta . ', 'x.HTA\u2060.'])('refuses the program %j', async (name) => {
    expect(await answer(PAGE, name)).toBe(REFUSED);
  });

  it('judges a file by the name that it gets', async () => {
    expect(await answer(PAGE, 'x.zip\u200B')).toBe(
      'The content of this file is not that of a ZIP file. It may be damaged, or of another type.',
    );
    expect(await answer(ZIP, 'x.zip\u200B')).toBe('x.zip');
    expect(await answer(PNG, 'p\u202Eng.p\u200Bng')).toBe('png.png');
  });

  it('lets nobody rename a file to a program, or hide what it is', async () => {
    const { body } = await upload(server, PNG, 'tea.png', { token });
    const id: number = body?.data.file.id;
    const { save, read } = resourceEndpoints(attachment);
    for (const name of ['tea.hta', 'tea.png.exe. ', 'tea.e\u200Bxe'])
      await expect(server.call(save, { id, name }, { token })).rejects.toMatchObject({ failure: { fields: { name: REFUSED } } });
    await server.call(save, { id, name: 'a\u202Egnp/../tea.png' }, { token });
    expect((await server.call(read, { id }, { token })).row).toMatchObject({ name: 'agnp..tea.png' });
  });
});

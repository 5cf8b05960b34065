import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { goods } from '#sections/goods/goods.resource.ts';
import { createLogger } from '#server/base/logger';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { importRows } = resourceWriteEndpoints(goods);
const SECRET = 'what only the file says';

describe('an import that is refused', () => {
  const lines: string[] = [];
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    const logger = createLogger({ level: 'info', write: (line) => lines.push(line), now: () => new Date(0) });
    server = await createTestServer({ sampleData: false, ports: { logger } });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const told = async (columns: string[], rows: string[][], isDryRun = false) => {
    lines.length = 0;
    await server.call(importRows, { columns, rows, isDryRun }, { token }).catch(() => undefined);
    return lines.map((line) => JSON.parse(line) as { readonly event: string }).filter(({ event }) => event.startsWith('import.'));
  };

  it('says in the log which rule kept it out, at which row and field, and nothing of what stood in the file', async () => {
    const rows = [
      ['Cup', '1'],
      [SECRET, SECRET],
      ['Pot', SECRET],
    ];
    const found = await told(['title', 'price'], rows);
    expect(found).toMatchObject([
      {
        level: 'info',
        event: 'import.refused',
        section: 'goods',
        adminId: 1,
        rows: 3,
        refusedRows: 3,
        firstRow: 1,
        field: 'category_id',
        reason: 'validation.required',
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(SECRET);
    expect(await told(['no_such_field'], [['1']])).toMatchObject([{ rows: 1, reason: 'refusals.import.unknownField' }]);
  });

  it('leaves no line where its file was only checked', async () => {
    expect(await told(['title', 'price'], [['Cup', SECRET]], true)).toEqual([]);
  });
});

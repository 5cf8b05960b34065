import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetInfo, planChanges, recordHistory } from '#api/contract/changes/change';
import {
  deletedInfo,
  deletedSections,
  restoreDeleted,
  revealSensitive,
  rollBackSensitive,
  sensitiveInfo,
} from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { parseResource } from '#api/contract/table/resource-schema';
import { FailureError } from '#domain/base/failure';
import { planText } from '#domain/changes/plan-text';
import { pagePathOf } from '#domain/table/resource';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { sensitiveDataLog } from '#sections/sensitive-data-log/sensitive-data-log.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';

/** Whoever looks on sees nothing of what is not theirs to see, whatever their rights and limits. */
const diary = parseResource(JSON.parse(diaryJson('personal')));
const SECTIONS = ['goodsCategory', 'memberGroup', 'classification', 'project', 'member'] as const;
const BIN = resourceEndpoints(dataRecycleLog);
const LOG = resourceEndpoints(sensitiveDataLog);
const TIMELINE = resourceEndpoints(changeSet);
const LOOKING = [
  'security',
  'security/dataRecycleLog',
  'security/dataRecycleLog/index',
  'security/dataRecycleLog/info',
  'security/dataRecycleLog/restore',
  'security/sensitiveDataLog',
  'security/sensitiveDataLog/index',
  'security/sensitiveDataLog/info',
  'security/sensitiveDataLog/rollback',
  'security/change',
  'security/change/index',
  'security/change/undo',
  'security/change/rewind',
];
const REVEAL = 'security/sensitiveDataLog/reveal';
const MOBILE = ['13811112222', '13933334444'] as const;

interface Written {
  readonly resource: string;
  readonly id: number;
  readonly marker: string;
}

const find = (name: string) => [...SHIPPED_RESOURCES, diary].find((one) => one.name === name) ?? expect.unreachable(name);
const nodesOf = (name: string): string[] => {
  const path = pagePathOf(find(name));
  return [path.split('/')[0] ?? '', path, `${path}/index`, `${path}/add`, `${path}/edit`, `${path}/del`];
};
const row = (name: string, marker: string): Record<string, unknown> =>
  name === 'member'
    ? { username: marker, nickname: marker, password: 'secret99x', group_id: 1, mobile: MOBILE[0] }
    : { name: marker, title: marker, status: '1', rules: [], pid: 0 };

describe.each(dealtKinds())('what is seen of the journal on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let written: Written[];
  let number = 0;

  /** Writes one record, changes it, and deletes another of its name. */
  async function write(name: string, as: string, marker: string): Promise<Written> {
    const endpoints = resourceEndpoints(find(name));
    const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token: as });
    const id = (await call(endpoints.add, row(name, marker)))?.id ?? 0;
    await call(endpoints.save, { id, ...(name === 'member' ? { mobile: MOBILE[1] } : { name: `${marker}x`, title: `${marker}x` }) });
    const gone = (await call(endpoints.add, row(name, `${marker}g`)))?.id ?? 0;
    await call(endpoints.remove, { ids: [gone] });
    return { resource: name, id, marker };
  }

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      resources: [...SHIPPED_RESOURCES, diary],
      prepare: async (database) => {
        await createResourceTable(database, diary);
        const stamps = { create_time: TEST_START_SECONDS, update_time: TEST_START_SECONDS };
        await database.kysely
          .insertInto('admin_rule')
          .values(nodesOf('diary').map((name) => ({ pid: 0, type: 'button' as const, name, title: name, ...stamps })))
          .execute();
      },
    });
    ({ token } = await server.signIn());
    written = [];
    for (const [index, name] of SECTIONS.entries()) written.push(await write(name, token, `zq${index}zz`));
    written.push(await write('diary', token, 'zqdiary'));
  }, 60_000);
  afterAll(() => server.close());

  it('is what a list would show: no entry, no title and no count of anything else', async () => {
    const look = fc.record({ sections: fc.subarray([...SECTIONS]), hasDiary: fc.boolean(), isRevealing: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(look, async ({ sections, hasDiary, isRevealing }) => {
        number += 1;
        const rights = [...sections, ...(hasDiary ? ['diary'] : [])];
        const { token: as } = await server.addAdmin(`looker${kind.slice(0, 3)}${number}`, [
          ...LOOKING,
          ...rights.flatMap(nodesOf),
          ...(isRevealing ? [REVEAL] : []),
        ]);
        const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token: as });
        const own = hasDiary ? await write('diary', as, `zqown${number}x`) : null;
        const all = { limit: 100 };
        const [bin, log, timeline, counts] = [
          await call(BIN.list, all),
          await call(LOG.list, all),
          await call(TIMELINE.list, all),
          await call(deletedSections, {}),
        ];
        const seen = new Set<unknown>(rights);
        for (const { list = [], total } of [bin, log, timeline]) {
          expect(list.filter(({ resource }) => !seen.has(resource))).toEqual([]);
          expect(total).toBe(list.length);
        }
        // Each of them is there, too.
        expect(new Set((bin.list ?? []).map(({ resource }) => resource))).toEqual(seen);
        const perSection = Object.entries(Object.groupBy(bin.list ?? [], ({ resource }) => String(resource)));
        expect(new Map(counts.sections.map(({ resource, count }) => [resource, count]))).toEqual(
          new Map(perSection.map(([resource, some]) => [resource, some?.length])),
        );
        const text = JSON.stringify([bin, log, timeline, counts]);
        for (const { resource, marker } of written)
          expect({ [marker]: text.includes(marker) }).toEqual({ [marker]: resource !== 'diary' && seen.has(resource) });
        expect(own === null || text.includes(own.marker)).toBe(true);
        // Of a person only the ends, in every list, and all of it for those alone who may ask for it.
        for (const mobile of MOBILE) expect(text).not.toContain(mobile);

        const { kysely } = server.database;
        for (const { resource, id } of written) {
          const isSeen = resource !== 'diary' && seen.has(resource);
          const entry = await kysely
            .selectFrom('recycle_entry')
            .select('id')
            .where('resource', '=', resource)
            .orderBy('id')
            .executeTakeFirstOrThrow();
          const set = await kysely
            .selectFrom('change_set')
            .select('id')
            .where('resource', '=', resource)
            .orderBy('id')
            .executeTakeFirstOrThrow();
          const outcomes = await Promise.all(
            [
              call(deletedInfo, { id: entry.id }),
              call(restoreDeleted, { ids: [entry.id], isDryRun: true }),
              call(changeSetInfo, { id: set.id }),
              call(recordHistory, { resource, id }),
              call(planChanges, { sets: [set.id] }),
              call(planChanges, { resource, id, after: 1 }),
            ].map((reply) =>
              reply.then(
                () => 'told',
                (error: unknown) => (error instanceof FailureError ? 'refused' : String(error)),
              ),
            ),
          );
          expect({ [resource]: outcomes }).toEqual({ [resource]: outcomes.map(() => (isSeen ? 'told' : 'refused')) });
        }
      }),
      { numRuns: effort(4, 25), endOnFailure: true },
    );
  }, 120_000);

  it('shows them neither where a restore or a plan is refused, nor by the number of a plan', async () => {
    const rights = [...LOOKING, ...nodesOf('member'), 'security/dataRecycleLog/restore'];
    const { token: plain } = await server.addAdmin(`clashing${kind.slice(0, 3)}`, rights);
    const members = resourceEndpoints(find('member'));
    const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token: plain });
    const [bare, masked] = ['13755556666', '13***66'];
    const person = (username: string) => ({ ...row('member', username), mobile: bare });
    const gone = (await call(members.add, person('zqclash')))?.id ?? 0;
    await call(members.remove, { ids: [gone] });
    const id = (await call(members.add, { ...person('zqclash'), mobile: '13711112222' }))?.id ?? 0;
    const { kysely } = server.database;
    const entry = await kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', 'member')
      .where('record_id', '=', gone)
      .executeTakeFirstOrThrow();
    const verified = await call(restoreDeleted, { ids: [entry.id], isDryRun: true });
    expect(verified?.refused).toMatchObject([{ reason: 'taken', row: { nickname: 'zqclash', mobile: masked } }]);
    await expect(call(restoreDeleted, { ids: [entry.id] })).rejects.toMatchObject({
      failure: { current: { refused: [{ row: { mobile: masked } }] } },
    });

    const lastSet = async () => (await kysely.selectFrom('change_set').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
    await call(members.save, { id, username: 'zqrenamed', mobile: bare });
    const renamed = await lastSet();
    await call(members.add, { ...person('zqclash'), mobile: '13766667777' });
    const refused = await call(planChanges, { sets: [renamed] });
    expect(refused.refused).toMatchObject([{ reason: 'taken', row: { nickname: 'zqclash', mobile: '13***22' } }]);

    await call(members.save, { id, mobile: '13733334444' });
    const set = await lastSet();
    const { hash } = await call(planChanges, { sets: [set] });
    const steps = [
      { resource: 'member', recordId: id, kind: 'changed', before: { mobile: '13733334444' }, after: { mobile: bare } },
    ] as const;
    const guess = planText({ sets: [set], steps, dependents: [], refused: [] });
    // That is what it is made of, and whoever tries all the numbers there are finds out nothing.
    expect(hash).toBe(await server.ports.encryptor.fingerprint(guess, 'plan'));
    expect(hash).not.toBe(createHash('sha256').update(guess).digest('hex'));
  });

  it('shows values of a person to those alone who may ask, and neither searches nor sorts by them for others', async () => {
    const entry = await server.database.kysely
      .selectFrom('sensitive_entry')
      .select('id')
      .where('resource', '=', 'member')
      .where('data_field', '=', 'mobile')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const rights = [...LOOKING, ...nodesOf('member')];
    const plain = await server.addAdmin(`masked${kind.slice(0, 3)}`, rights);
    const trusted = await server.addAdmin(`trusted${kind.slice(0, 3)}`, [...rights, REVEAL]);
    const masked = await server.call(sensitiveInfo, { id: entry.id }, { token: plain.token });
    expect(masked.row).toMatchObject({ before: '13***22', after: '13***44', masked: '1' });
    await expect(server.call(revealSensitive, { id: entry.id }, { token: plain.token })).rejects.toThrow(FailureError);
    expect(await server.call(revealSensitive, { id: entry.id }, { token: trusted.token })).toEqual({ before: MOBILE[0], after: MOBILE[1] });
    const search = [{ field: 'after', operator: 'LIKE', val: MOBILE[1].slice(0, 5) }] as const;
    const asking = [
      { search: [...search] },
      { anyOf: [[...search]] },
      { order: 'after,asc' },
      { order: 'before,desc' },
      { initKey: 'after', initValue: MOBILE[1] },
      { initKey: 'sensitive_log.before', initValue: MOBILE[0] },
    ];
    for (const query of asking) {
      await expect(server.call(LOG.list, query as never, { token: plain.token })).rejects.toThrow(
        'Only those who may see sensitive values',
      );
      expect((await server.call(LOG.list, query as never, { token: trusted.token })).list?.length).toBeGreaterThan(0);
    }
    const data = [{ field: 'data', operator: 'LIKE', val: MOBILE[0] }] as const;
    await expect(server.call(BIN.list, { search: data }, { token: plain.token })).rejects.toThrow('Only those who may see');
    expect((await server.call(BIN.list, { search: data }, { token: trusted.token })).total).toBe(1);
    await expect(server.call(rollBackSensitive, { ids: [entry.id + 999] }, { token: plain.token })).rejects.toThrow(FailureError);
  });

  it('is neither sought nor sorted by where rows alone tell it', async () => {
    const never = SHIPPED_RESOURCES.flatMap((resource) =>
      Object.entries(resource.fields).flatMap(([key, { query }]) => (query === 'never' ? [{ resource, key }] : [])),
    );
    expect(never.map(({ resource: { name }, key }) => `${name}.${key}`)).toContain('changeSet.title');
    for (const { resource, key } of never)
      for (const query of [{ search: [{ field: key, operator: 'eq', val: '1' }] }, { order: `${key},asc` }])
        await expect(server.call(resourceEndpoints(resource).list, query as never, { token }), `${resource.name}.${key}`).rejects.toThrow(
          /field/u,
        );
  });

  it('writes down once for each reply that values of a person were shown whole, and nothing where they were not', async () => {
    const { id } = written.find(({ resource }) => resource === 'member')!;
    const rights = [...LOOKING, ...nodesOf('member')];
    const plain = await server.addAdmin(`unseeing${kind.slice(0, 3)}`, rights);
    const trusted = await server.addAdmin(`seeing${kind.slice(0, 3)}`, [...rights, REVEAL]);
    const { kysely } = server.database;
    const sets = await kysely
      .selectFrom('record_change')
      .select('set_id')
      .where('resource', '=', 'member')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    const set = sets.at(-1)?.set_id ?? 0;
    const looks = [
      (as: string) => server.call(recordHistory, { resource: 'member', id }, { token: as }),
      (as: string) => server.call(changeSetInfo, { id: set }, { token: as }),
      (as: string) => server.call(planChanges, { sets: [set] }, { token: as }),
    ];
    const revealed = () =>
      kysely.selectFrom('security_log').select(['account_id', 'detail']).where('kind', '=', 'sensitive.revealed').orderBy('id').execute();
    const known = (await revealed()).length;
    for (const look of looks) {
      expect(JSON.stringify(await look(plain.token))).not.toContain(MOBILE[1]);
      expect((await revealed()).length).toBe(known);
    }
    for (const look of looks) expect(JSON.stringify(await look(trusted.token))).toContain(MOBILE[1]);
    const entryOf = (field: string) => ({ account_id: trusted.id, detail: { resource: 'member', recordId: id, field } });
    // What is watched is of a person as well.
    expect((await revealed()).slice(known)).toEqual([entryOf('mobile, status, username'), entryOf('mobile'), entryOf('mobile')]);
    // Of a record with nothing that belongs to a person nothing is written down.
    const category = written.find(({ resource }) => resource === 'goodsCategory')!;
    await server.call(recordHistory, { resource: 'goodsCategory', id: category.id }, { token });
    expect((await revealed()).length).toBe(known + 3);
  });
});

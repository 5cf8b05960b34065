import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaOf } from '#api/contract/base/endpoint';
import { keyOfPath } from '#server/routing/call-path';
import type { MountedEndpoint } from '#server/routing/route-table';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { checkPermissionCoverage } from '#server/boot/permission-coverage';
import { dealtKinds, tried } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Outcome = 'passes' | 'led elsewhere' | 'forbidden';

interface Person {
  readonly name: string;
  readonly isSuper: boolean;
  readonly isMember?: boolean;
  /** Rules of the person's group; null for who is not signed in as an administrator. */
  readonly rules: readonly string[] | null;
  /** A session of its own each time, since one of the calls ends it. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

const LIMITED = ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/edit'];
const GROUP_ADMIN = SHIPPED_RULES.map(({ name }) => name).filter((name) => name === 'auth' || name.startsWith('auth/'));

/** These ask for a right inside, since stock clients know no node for them. */
const ASKED_INSIDE: Readonly<Record<string, string>> = {
  '/admin/routine.Attachment/uses': 'routine/attachment/index',
  '/admin/auth.Admin/explain': 'auth/admin/index',
  '/admin/auth.Rule/index': 'auth/rule/index',
};

/** Said again in the test's own words: what a call asks for, and who has it. */
function expected({ endpoint, node }: MountedEndpoint, { isSuper, isMember, rules }: Person): Outcome {
  // Whoever is signed in needs no form to sign in.
  const isForm = endpoint.path === '/admin/Index/login' && endpoint.method === 'GET';
  const isMembersForm = endpoint.path === '/api/user/checkIn' && endpoint.method === 'GET';
  if (isMembersForm && isMember === true) return 'led elsewhere';
  if (endpoint.audience === 'anyone') return isForm && rules !== null ? 'led elsewhere' : 'passes';
  if (areaOf(endpoint) === 'member') return isMember === true ? 'passes' : 'led elsewhere';
  if (rules === null) return 'led elsewhere';
  if (isSuper) return 'passes';
  if (endpoint.audience === 'super') return 'forbidden';
  const asked = endpoint.audience === 'permitted' ? node : ASKED_INSIDE[endpoint.path];
  return asked === undefined || rules.some((name) => name.toLowerCase() === asked.toLowerCase()) ? 'passes' : 'forbidden';
}

/**
 * In the short form a call is met by the visitor and by two of the four others, by turns: who is let through is judged in one place for all calls.
 * @param place of the person, the visitor's is 0
 */
const isTried = (place: number, index: number): boolean => effort(place === 0 || (index + place) % 4 < 2, true);

describe.each(dealtKinds())('every call by everybody on %s', (kind) => {
  let server: TestServer;
  let people: Person[];

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    await server.addAdmin('limited', LIMITED);
    await server.addAdmin('grouper', GROUP_ADMIN);
    const member = await addMember(server, 'member_one');
    const signedIn = (username: string) => async () => ({ batoken: (await server.signIn(username)).token });
    people = [
      { name: 'visitor', isSuper: false, rules: null, headers: () => Promise.resolve({}) },
      {
        name: 'member',
        isSuper: false,
        rules: null,
        isMember: true,
        headers: async () => {
          const { token } = await member.signIn();
          return { batoken: token, 'ba-user-token': token };
        },
      },
      { name: 'limited administrator', isSuper: false, rules: LIMITED, headers: signedIn('limited') },
      { name: 'group administrator', isSuper: false, rules: GROUP_ADMIN, headers: signedIn('grouper') },
      { name: 'super administrator', isSuper: true, rules: [], headers: signedIn('admin') },
    ];
  });
  afterAll(() => server.close());

  async function outcome({ endpoint }: MountedEndpoint, headers: Readonly<Record<string, string>>): Promise<Outcome> {
    const isRead = endpoint.method === 'GET';
    const query = isRead ? '?id=1&node=goods/goods/index' : '';
    const { body } = await server.request(`/api${endpoint.path.replace(/^\/api/u, '')}${query}`, {
      method: endpoint.method,
      headers,
      ...(endpoint.method === 'POST' && { json: {} }),
    });
    if (body?.code === 401) return 'forbidden';
    return body?.code === 302 || body?.code === 303 ? 'led elsewhere' : 'passes';
  }

  it('lets through whom the call names and nobody else', async () => {
    const unexpected: string[] = [];
    let asked = 0;
    for (const [place, person] of people.entries()) {
      let headers = await person.headers();
      for (const [index, route] of tried(server.app.routes()).entries()) {
        if (!isTried(place, index)) continue;
        const got = await outcome(route, headers);
        const wanted = expected(route, person);
        asked += 1;
        if (got !== wanted) unexpected.push(`${person.name}: ${route.endpoint.method} ${route.endpoint.path} ${got}, expected ${wanted}`);
        if (keyOfPath(route.endpoint.path).endsWith('/logout')) headers = await person.headers();
      }
    }
    expect(unexpected).toEqual([]);
    expect(asked).toBe(effort(3, people.length) * tried(server.app.routes()).length);
    expect(server.app.routes().length).toBeGreaterThan(40);
  });

  it('asks for no right that no menu rule can give, or does not start', () => {
    const routes = server.app.routes();
    expect(() => checkPermissionCoverage(routes)).not.toThrow();
    const open = routes.filter(({ endpoint }) => endpoint.audience === 'permitted');
    const [first, second] = [open[0]!, open[1]!];
    expect(() => checkPermissionCoverage([...routes, { ...first, node: 'goods/goods/burn' }, { ...second, node: 'auth/nobody' }])).toThrow(
      `No menu rule grants what these calls ask for: ${first.endpoint.method} ${first.endpoint.path} (goods/goods/burn), ` +
        `${second.endpoint.method} ${second.endpoint.path} (auth/nobody).`,
    );
    const names = new Set(SHIPPED_RULES.filter(({ type }) => type === 'button').map(({ name }) => name.toLowerCase()));
    expect(Object.values(ASKED_INSIDE).filter((node) => !names.has(node.toLowerCase()))).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrecedence, QUIET_MS } from '#server/base/precedence';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Each look at the clock takes a millisecond; who waits is woken by the test alone. */
let nowMs = 0;
let timers: { readonly ms: number; readonly wake: () => void }[] = [];
const precedence = createPrecedence({ nowMs: () => (nowMs += 1), later: (ms, wake) => void timers.push({ ms, wake }) });
/** Lets so much time pass that all who wait for a moment are woken; bounds are out of reach. */
function passMoment(): void {
  nowMs += QUIET_MS;
  const due = timers.filter(({ ms }) => ms <= QUIET_MS);
  timers = timers.filter((timer) => !due.includes(timer));
  for (const { wake } of due) wake();
}

const read = (stream: ReadableStream<Uint8Array>) => async () => {
  const sizes: number[] = [];
  for await (const part of stream) sizes.push(part.byteLength);
  return sizes;
};

describe.each(dealtKinds())('what can wait gives way to calls on %s', (kind) => {
  let server: TestServer;
  let statements = 0;
  let answering = 0;
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      ports: {
        precedence: {
          task: () => precedence.task(),
          answered: () => precedence.answered(),
          async answer(work) {
            answering += 1;
            return precedence.answer(work).finally(() => (answering -= 1));
          },
        },
      },
    });
    server.database.statements.listen(() => (statements += 1));
  });
  afterAll(() => server.close());

  /** Begins work while a call is on its way, waits until it waits, lets time pass, answers the call, and leads the work to its end. */
  async function beside(
    begin: () => Promise<unknown>,
  ): Promise<{ readonly asked: number; readonly wasOver: boolean; readonly askedAfter: number }> {
    timers = [];
    const call = Promise.withResolvers<void>();
    const answered = precedence.answer(() => call.promise);
    let isOver = false;
    const work = begin().finally(() => (isOver = true));
    await expect.poll(() => timers.filter(({ ms }) => ms > QUIET_MS).length).toBe(1);
    const before = statements;
    for (let look = 0; look < 50; look += 1) {
      passMoment();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const seen = { asked: statements - before, wasOver: isOver };
    call.resolve();
    await answered;
    await expect
      .poll(() => {
        passMoment();
        return isOver;
      })
      .toBe(true);
    await work;
    return { ...seen, askedAfter: statements - before };
  }
  /** It asks for nothing while it waits, and for the rest afterwards. */
  const GIVES_WAY = { asked: 0, wasOver: false, askedAfter: expect.toSatisfy((count: number) => count > 0) };

  const fileOf = async (path: string, headers: Readonly<Record<string, string>>): Promise<ReadableStream<Uint8Array>> => {
    const response = await server.app.fetch(new Request(`http://test.invalid${path}`, { headers: { ...headers, server: '1' } }));
    if (response.status !== 200 || response.body === null) throw new Error(`${path} is no file`);
    return response.body;
  };
  it('a file of a list', async () => {
    const { token } = await server.signIn();
    expect(await beside(read(await fileOf('/api/admin/goods.Goods/export?format=csv', { batoken: token })))).toEqual(GIVES_WAY);
  });

  it("a file of a member's ledger", async () => {
    const member = await addMember(server, 'collector');
    const { token } = await member.signIn();
    await server.database.kysely
      .insertInto('money_log')
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          user_id: member.id,
          money: 1,
          before: n,
          after: n + 1,
          memo: 'entry',
          create_time: 1,
          reason: 'adjustment' as const,
          ref: String(n),
        })),
      )
      .execute();
    expect(await beside(read(await fileOf('/api/account/exportBalance?format=xlsx', { 'ba-user-token': token })))).toEqual(GIVES_WAY);
  });

  it('the tidying', async () => {
    expect(await beside(() => tidyUp(server.ports))).toEqual(GIVES_WAY);
  });

  it('calls and pages count until their answer begins, what is asked of its health does not', async () => {
    const seen: number[] = [];
    server.database.statements.listen(() => void seen.push(answering));
    await server.request('/api/index/index');
    expect([answering, new Set(seen)]).toEqual([0, new Set([1])]);
    seen.length = 0;
    await server.request('/health/ready');
    expect([answering, new Set(seen)]).toEqual([0, new Set([0])]);
  });
});

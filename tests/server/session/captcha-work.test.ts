import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { solveShare } from '#actors/session/captcha-task';
import { readLogin } from '#api/contract/session/session';
import { FailureError } from '#domain/base/failure';
import { sha256 } from '#server/base/digest';
import { FieldsRefused } from '#server/base/refusal';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { createCaptchaService, type CaptchaService } from '#server/features/session/captcha/captcha.service';
import type { CaptchaSubject } from '#server/features/session/captcha/captcha-work';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const ADDRESS = '198.51.100.7';
const DOOR: CaptchaSubject = { purpose: 'sign_in_admin', subject: 'admin' };
const client = (ip = ADDRESS) => ({ ip, userAgent: 'test', language: 'en' }) as const;

describe.each(dealtKinds())('work in the place of a picture, on %s', (kind) => {
  let server: TestServer;
  let captcha: CaptchaService;
  let lastId = 0;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    captcha = createCaptchaService(server.ports);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('captcha_work').execute();
  });

  const begin = async ({ door = DOOR, ip = ADDRESS }: { door?: CaptchaSubject; ip?: string } = {}) =>
    captcha.beginWork(`work-${(lastId += 1)}`, door, client(ip));
  /** What the browser would find after its work. */
  const answerTo = async (id: string): Promise<string> => {
    const hash = await sha256(id);
    const row = await server.database.kysely
      .selectFrom('captcha_work')
      .select('answer')
      .where('id_hash', '=', hash)
      .executeTakeFirstOrThrow();
    return `work:${row.answer}`;
  };
  const solved = async (options: { door?: CaptchaSubject; ip?: string } = {}) => {
    const { id } = await begin(options);
    return { id, info: await answerTo(id) };
  };
  const opens = async (
    { id, info }: { id: string; info: string },
    { door = DOOR, ip = ADDRESS }: { door?: CaptchaSubject; ip?: string } = {},
  ) =>
    captcha.consume(id, info, client(ip), door).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FieldsRefused) return error.issues['captchaInfo']?.key;
        throw error;
      },
    );
  const ask = async (value: '0' | '1'): Promise<void> => {
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'admin_login_captcha').execute();
    server.clock.advanceSeconds(1);
  };
  const signIn = async (password: string): Promise<RawReply> => {
    const { id, info } = await solved();
    return server.request('/admin/Index/login', {
      method: 'POST',
      json: { username: 'admin', password, captchaId: id, captchaInfo: info },
      address: ADDRESS,
    });
  };
  const used = async () => {
    const { total } = await server.database.kysely
      .selectFrom('throttle_counter')
      .select(({ fn }) => fn.sum<string>('count').as('total'))
      .where('key', 'like', 'work%')
      .where('key', 'not like', 'work-begun:%')
      .executeTakeFirstOrThrow();
    return Number(total ?? 0);
  };
  const WRONG = 'refusals.captchaWrong';

  it('is solved by what the browser runs, and opens its door once', async () => {
    const task = await begin();
    expect(task).toEqual({
      id: task.id,
      salt: expect.stringMatching(/^[\da-f]{32}$/u),
      target: expect.stringMatching(/^[\da-f]{32}$/u),
      candidates: 256,
      memoryKib: 4096,
      passes: 1,
      seconds: 120,
    });
    // Of the two shares one begins at the right candidate, and the other has only a wrong one: all of them would take seconds.
    const right = Number((await answerTo(task.id)).slice(5));
    const shares = [right, (right + 1) % 256].map((first) => solveShare({ task, first, step: 256 }, () => {}));
    expect(await Promise.all(shares)).toEqual([right, null]);
    const answer = { id: task.id, info: `work:${right}` };
    expect([await opens(answer), await opens(answer)]).toEqual([true, WRONG]);
  });

  it.each([
    [0x00, 0],
    [0x80, 128],
    [0xff, 255],
  ])('has any of its candidates for an answer: with bytes of %i, %i of 256', async (byte, answer) => {
    const drawn = createCaptchaService({ ...server.ports, randomBytes: (count) => new Uint8Array(count).fill(byte) });
    const { id, candidates } = await drawn.beginWork(`drawn-${byte}`, DOOR, client());
    expect([candidates, await answerTo(id)]).toEqual([256, `work:${answer}`]);
  });

  it('opens one of many calls that use it at the same time', async () => {
    const answer = await solved();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => opens(answer)));
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
  });

  it.each<readonly [what: string, door: CaptchaSubject]>([
    ['another purpose', { purpose: 'user_register', subject: 'admin' }],
    ['somebody else', { purpose: 'sign_in_admin', subject: 'editor' }],
  ])('opens nothing for %s, and is over then', async (_, door) => {
    const answer = await solved();
    expect([await opens(answer, { door }), await opens(answer)]).toEqual([WRONG, WRONG]);
  });

  it('takes the name as the sign-in does, whatever its case', async () => {
    expect(await opens(await solved(), { door: { purpose: 'sign_in_admin', subject: 'ADMIN' } })).toBe(true);
  });

  it('answers only to the address it was given to, which still has it', async () => {
    const answer = await solved();
    expect([await opens(answer, { ip: '198.51.100.8' }), await opens(answer)]).toEqual([WRONG, true]);
  });

  it.each(['work:', 'work:-1', 'work:256', 'work:0x1', 'work:1e1', 'work:00', 'work:99999999', '12', '12,3;350;200'])(
    'is not solved by "%s", and is over with what looks like an answer',
    async (info) => {
      const { id } = await solved();
      expect(await opens({ id, info })).toBe(WRONG);
    },
  );

  it('is over with the first wrong answer: whoever tries half of the candidates has half a chance, once', async () => {
    const { id, info } = await solved();
    const wrong = `work:${(Number(info.slice(5)) + 1) % 256}`;
    expect([await opens({ id, info: wrong }), await opens({ id, info })]).toEqual([WRONG, WRONG]);
  });

  it('holds for two minutes, and is swept away afterwards', async () => {
    const [early, late] = [await solved(), await solved()];
    server.clock.advanceSeconds(119);
    expect(await opens(early)).toBe(true);
    server.clock.advanceSeconds(1);
    expect(await opens(late)).toBe(WRONG);
    const [old, fresh] = [await begin(), await (server.clock.advanceSeconds(120), begin())];
    await tidyUp(server.ports);
    const left = await server.database.kysely.selectFrom('captcha_work').select('id_hash').execute();
    expect([left, old.id === fresh.id]).toEqual([[{ id_hash: await sha256(fresh.id) }], false]);
  });

  it('costs more with each third answer, right or wrong, up to sixteen times as much; thirty answers a day are all', async () => {
    const costs: number[] = [];
    for (let time = 0; time < 30; time += 1) {
      const { id, candidates } = await begin({ door: { ...DOOR, subject: `name ${time}` } });
      costs.push(candidates);
      await opens({ id, info: 'work:9999999' });
      if (time % 10 === 9) server.clock.advanceSeconds(20 * 60);
    }
    expect(costs).toEqual([...[256, 512, 1024, 2048].flatMap((cost) => [cost, cost, cost]), ...Array.from({ length: 18 }, () => 4096)]);
    await expect(begin()).rejects.toThrow(new FailureError({ kind: 'rejected', code: 0, message: 'refusals.captchaWorkSpent' }));
    expect((await begin({ ip: '198.51.100.9' })).candidates).toBe(256);
    server.clock.advanceSeconds(86_400 + 3600);
    expect((await begin()).candidates).toBe(256);
  });

  it('refuses what was begun before the answers of the day were used up', async () => {
    const waiting = await Promise.all(Array.from({ length: 31 }, () => solved()));
    const outcomes = await Promise.all(waiting.map((answer) => opens(answer)));
    expect([outcomes.filter((outcome) => outcome === true).length, outcomes.filter((outcome) => outcome !== true)]).toEqual([
      30,
      ['refusals.captchaWorkSpent'],
    ]);
  });

  it('costs more for whoever is tried from many addresses; wrong answers make it dearer for nobody else', async () => {
    for (let time = 0; time < 10; time += 1)
      await opens({ ...(await solved({ ip: `203.0.113.${time}` })), info: 'work:9999999' }, { ip: `203.0.113.${time}` });
    expect((await begin()).candidates).toBe(256);
    for (let time = 0; time < 10; time += 1) await opens(await solved({ ip: `203.0.113.${time}` }), { ip: `203.0.113.${time}` });
    expect((await begin()).candidates).toBe(512);
    expect((await begin({ door: { ...DOOR, subject: 'editor' } })).candidates).toBe(256);
  });

  it('is begun so many times from one address, and still from another', async () => {
    await server.database.kysely
      .insertInto('throttle_counter')
      .values({ key: `work-begun:${ADDRESS}`, window_start: Math.floor(server.clock.nowMs() / 1000) - 30, count: 59 })
      .execute();
    await begin();
    await expect(begin()).rejects.toThrow(FailureError);
    expect((await begin({ ip: '198.51.100.9' })).candidates).toBe(256);
  });

  it('keeps neither the id nor whom it is for in words', async () => {
    const { id } = await begin();
    const row = await server.database.kysely.selectFrom('captcha_work').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({
      id_hash: await sha256(id),
      network: ADDRESS,
      door_hash: await sha256('sign_in_admin admin'),
      answer: expect.any(Number),
      expire_time: Math.floor(server.clock.nowMs() / 1000) + 120,
    });
  });

  it.each([
    { id: '', purpose: 'sign_in_admin', subject: 'admin' },
    { id: 'x', purpose: 'anything', subject: 'admin' },
    { id: 'x', purpose: 'sign_in_admin', subject: '' },
    { id: 'x', purpose: 'sign_in_admin', subject: 'x'.repeat(255) },
  ])('is not begun for %o', async (json) => {
    expect((await server.request('/api/common/captchaWork', { method: 'POST', json, address: ADDRESS })).body?.code).toBe(0);
  });

  describe('at the sign-in', () => {
    const REFUSED = 'The captcha was not solved or has expired. Please solve a new one.';
    beforeEach(() => ask('1'));
    afterAll(() => ask('0'));

    it('lets in with the right password, and is given back; a wrong one stays counted, for the address and the name', async () => {
      expect(await server.call(readLogin, {})).toEqual({ captcha: true });
      expect((await signIn('wrong-one')).body?.msg).toBe('The account or the password is wrong.');
      expect(await used()).toBe(2);
      expect((await signIn(TEST_PASSWORD)).body?.code).toBe(1);
      expect(await used()).toBe(2);
    });

    it('says at its field that an answer counts no more', async () => {
      const { id, info } = await solved({ door: { ...DOOR, subject: 'editor' } });
      const json = { username: 'admin', password: TEST_PASSWORD, captchaId: id, captchaInfo: info };
      const { body } = await server.request('/admin/Index/login', { method: 'POST', json, address: ADDRESS });
      expect(body).toMatchObject({ code: 0, msg: REFUSED, data: { fields: { captchaInfo: REFUSED } } });
    });
  });
});

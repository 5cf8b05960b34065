import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const GUESSES = ['wrong-1', 'wrong-2', 'wrong-3', 'wrong-4', 'wrong-5'];
const AREAS = [
  { area: 'admin', path: '/api/admin/Index/login', more: {}, setting: 'admin_login_captcha', name: 'clerk' },
  { area: 'user', path: '/api/user/checkIn', more: { tab: 'login' }, setting: 'member_login_captcha', name: 'lin' },
] as const;

/** Guesses at a password while a sign-in that was right waits for its second step. Source: security.md rule 7, goal C13. */
describe.each(dealtKinds().flatMap((kind) => AREAS.map((area) => ({ kind, ...area }))))(
  'an open second step of $area on $kind',
  ({ kind, area, path, more, setting, name }) => {
    let server: TestServer;
    let id = 0;
    beforeAll(async () => {
      server = await createTestServer({ kind, sampleData: false });
      ({ id } = area === 'admin' ? await server.addAdmin(name, []) : await addMember(server, name));
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      for (const table of ['sign_in_step', 'sign_in_place', 'throttle_counter'] as const)
        await server.database.kysely.deleteFrom(table).execute();
      await configure(server, { [setting]: '0' });
      // The settings are remembered for a moment.
      server.clock.advanceSeconds(5);
    });

    const open = () =>
      server.database.kysely
        .insertInto('sign_in_step')
        .values({ account_type: area, account_id: id, network: '127.0.0.1', expire_time: server.clock.nowMs() / 1000 + 600 })
        .execute();
    const isOpen = async () => (await server.database.kysely.selectFrom('sign_in_step').select('account_id').execute()).length === 1;
    const guess = async (password: string) => {
      const { status, body } = await server.request(path, { method: 'POST', json: { username: name, password, keep: false, ...more } });
      return body?.data?.fields ? Object.keys(body.data.fields as object).join() : `${status} ${body?.msg}`;
    };
    const together = async () => (await Promise.all(GUESSES.map(guess))).toSorted();
    const WRONG = '200 The account or the password is wrong.';
    const ONE_JUDGED = [WRONG, ...Array<string>(4).fill('captchaInfo')];

    it('lets one of several guesses past the captcha of the settings', async () => {
      await configure(server, { [setting]: '1' });
      server.clock.advanceSeconds(5);
      await open();
      expect(await together()).toEqual(ONE_JUDGED);
      expect(await isOpen()).toBe(false);
    });

    it('lets one of several guesses past a limit that is used up', async () => {
      for (let count = 0; count < 10; count += 1) expect(await guess(`wrong ${count}`)).toBe(WRONG);
      expect(await guess('wrong')).toBe('captchaInfo');
      await open();
      expect(await together()).toEqual(ONE_JUDGED);
      expect(await isOpen()).toBe(false);
    });

    it('waits on where nothing could be judged', async () => {
      await open();
      const held = holdNext(server.ports.passwords, 'verify', 'before', () => {
        throw new Error('The hasher is gone');
      });
      held.release();
      expect(await guess('wrong')).toMatch(/^500 /u);
      expect(await isOpen()).toBe(true);
    });
  },
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChatSettings } from '#server/features/chat/base/settings';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const SHIPPED = {
  isOnFor: { visitor: true, member: true, admin: true },
  isLabelled: true,
  daysOf: { visitor: 7, member: 0, admin: 0 },
  temporaryHours: 24,
  tokensOfVisitors: 1_000_000,
  captchaAfter: 5,
  seesCosts: { visitor: false, member: false, admin: true },
};

describe.each(dealtKinds())('the settings of the chat on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  const set = (values: Readonly<Record<string, string>>) =>
    Promise.all(
      Object.entries(values).map(([name, value]) =>
        server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute(),
      ),
    );

  it('are what is shipped, and what somebody has chosen', async () => {
    expect(await readChatSettings(server)).toEqual(SHIPPED);
    await set({ chat_staff: '0', chat_label: '0', chat_visitor_days: '30', chat_member_days: '90', chat_temporary_hours: '1' });
    await set({ chat_costs: '1', chat_captcha: '0', chat_visitor_tokens: '5' });
    expect(await readChatSettings(server)).toEqual({
      isOnFor: { visitor: true, member: true, admin: false },
      isLabelled: false,
      daysOf: { visitor: 30, member: 90, admin: 90 },
      temporaryHours: 1,
      tokensOfVisitors: 5,
      captchaAfter: 0,
      seesCosts: { visitor: true, member: true, admin: true },
    });
  });

  it.each(['', 'x7', '7 days', '-1', '1e3', '1'.repeat(13)])('are what is shipped where %j stands for a number', async (value) => {
    await set({ chat_visitor_days: value, chat_member_days: value, chat_temporary_hours: value });
    await set({ chat_captcha: value, chat_visitor_tokens: value });
    const { daysOf, temporaryHours, tokensOfVisitors, captchaAfter } = await readChatSettings(server);
    expect({ daysOf, temporaryHours, tokensOfVisitors, captchaAfter }).toEqual({
      daysOf: SHIPPED.daysOf,
      temporaryHours: SHIPPED.temporaryHours,
      tokensOfVisitors: SHIPPED.tokensOfVisitors,
      captchaAfter: SHIPPED.captchaAfter,
    });
  });
});

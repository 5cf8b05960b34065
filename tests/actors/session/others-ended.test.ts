import { afterAll, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { listIdentities, listMemberIdentities, unlinkIdentity, unlinkMemberIdentity } from '#api/contract/external/external';
import { listMemberSessions } from '#api/contract/members/account-safety';
import { listAdminPasskeys, removeAdminPasskey } from '#api/contract/members/admin-passkeys';
import { listPasskeys, removePasskey } from '#api/contract/members/passkeys';
import { readOwnProfile, saveOwnProfile } from '#api/contract/session/own-profile';
import { listAdminSessions, listSessions } from '#api/contract/session/sessions';
import { confirmTwoFactor, readTwoFactor, setUpTwoFactor } from '#api/contract/session/two-factor';
import type { Call } from '#api/client';
import { accountBundle } from '#actors/app/account.bundle';
import { externalBundle } from '#actors/external/external.bundle';
import { safetyBundle } from '#actors/members/safety.bundle';
import { settingsBundle } from '#actors/settings/settings.bundle';
import { rejection } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectSessionsPage } from '#machines/session/sessions.machine';

// What the browser is told of a passkey that has gone.
vi.stubGlobal('PublicKeyCredential', {});
afterAll(() => vi.unstubAllGlobals());

const session = (id: string, isCurrent: boolean) => ({
  id,
  ip: '10.0.0.1',
  useragent: '',
  create_time: 1,
  seen_time: 2,
  is_current: isCurrent,
});
const password = new Secret('horse-7-battery');
const identities = { list: [{ id: 5, provider: 'Elsewhere', label: 'li', create_time: 1, used_time: null }], offers: [] };

/** A page of the own account: the session in use and one elsewhere, until `ends` has been asked for. */
function pageWith(ends: { readonly path: string }, isAnswered = true, area: 'admin' | 'member' = 'admin') {
  let isEnded = false;
  const answers: Record<string, () => unknown> = {
    [listSessions.path]: () => ({
      list: [session('here', true), ...(isEnded ? [] : [session('there', false)])],
      previous: null,
      refused: 0,
    }),
    [listAdminSessions.path]: () => ({ list: [session('else', false)] }),
    [readTwoFactor.path]: () => ({ is_on: false, since: null, recovery_left: 0, is_required: false }),
    [setUpTwoFactor.path]: () => ({ secret: 'ABC', uri: 'otpauth://totp/x' }),
    [confirmTwoFactor.path]: () => ({ recovery_codes: ['aaaa'] }),
    [listAdminPasskeys.path]: () => ({
      list: [{ id: 4, name: 'key', create_time: 1, used_time: null, is_synced: false }],
      is_offered: false,
    }),
    [removeAdminPasskey.path]: () => ({ rp_id: 'localhost', credential_id: 'x' }),
    [readOwnProfile.path]: () => ({ info: { username: 'li', nickname: 'Li' }, log: [] }),
    [saveOwnProfile.path]: () => null,
    [listIdentities.path]: () => identities,
    [listMemberIdentities.path]: () => identities,
    [unlinkIdentity.path]: () => null,
    [unlinkMemberIdentity.path]: () => null,
    [removePasskey.path]: () => ({ rp_id: 'localhost', credential_id: 'x' }),
  };
  answers[listMemberSessions.path] = answers[listSessions.path]!;
  answers[listPasskeys.path] = answers[listAdminPasskeys.path]!;
  const call = (async ({ path }: { readonly path: string }) => {
    if (path === ends.path) {
      isEnded = true;
      if (!isAnswered) throw rejection('errors.timeout');
    }
    const answer = answers[path];
    if (!answer) throw rejection('errors.timeout');
    return answer();
  }) as Call;
  const bundle = accountBundle({ call });
  const safety = safetyBundle({ call, withProof: (run) => run() });
  const sessions = createActor(area === 'admin' ? bundle.sessions : safety.sessions, { input: { adminId: null } }).start();
  const listed = (...ids: readonly string[]) =>
    waitFor(sessions, (snapshot) => JSON.stringify(selectSessionsPage(snapshot)?.list.map(({ id }) => id)) === JSON.stringify(ids), {
      timeout: 2000,
    });
  return { bundle, safety, call, listed };
}

it.each([true, false])(
  'devices that a new second factor has signed out are no longer listed; with an answer to it: %s',
  async (isAnswered) => {
    const { bundle, listed } = pageWith(confirmTwoFactor, isAnswered);
    await listed('here', 'there');
    const factor = createActor(bundle.twoFactor).start();
    await waitFor(factor, (snapshot) => snapshot.matches('shown'));
    factor.send({ type: 'factor.deedRequested', deed: 'switchOn' });
    factor.send({ type: 'factor.passwordGiven', password });
    const { enrolment } = (await waitFor(factor, (snapshot) => snapshot.children.enrolment !== undefined)).children;
    await waitFor(enrolment!, (snapshot) => snapshot.matches('scanning'));
    await listed('here', 'there');
    enrolment!.send({ type: 'enrolment.codeGiven', code: new Secret('123456') });
    expect(await listed('here')).toBeTruthy();
  },
);

it('devices that went with a removed passkey are no longer listed', async () => {
  const { bundle, listed } = pageWith(removeAdminPasskey);
  await listed('here', 'there');
  const passkeys = createActor(bundle.passkeys).start();
  await waitFor(passkeys, (snapshot) => snapshot.matches('ready'));
  passkeys.send({ type: 'passkeys.removeRequested', id: 4 });
  passkeys.send({ type: 'passkeys.removeConfirmed', password });
  expect(await listed('here')).toBeTruthy();
});

it('the list of another administrator is not read for what happens to one’s own devices', async () => {
  const { bundle, listed } = pageWith(removeAdminPasskey);
  await listed('here', 'there');
  const others = createActor(bundle.sessions, { input: { adminId: 7 } }).start();
  let readings = 0;
  others.subscribe((snapshot) => void (readings += snapshot.matches('loading') ? 1 : 0));
  const passkeys = createActor(bundle.passkeys).start();
  await waitFor(passkeys, (snapshot) => snapshot.matches('ready'));
  readings = 0;
  passkeys.send({ type: 'passkeys.removeRequested', id: 4 });
  passkeys.send({ type: 'passkeys.removeConfirmed', password });
  await listed('here');
  expect(readings).toBe(0);
});

it('devices that the own new password has signed out are no longer listed', async () => {
  const { call, listed } = pageWith(saveOwnProfile);
  await listed('here', 'there');
  const { profile } = settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} });
  const settings = createActor(profile).start();
  await waitFor(settings, (snapshot) => snapshot.matches('editing'));
  settings.send({ type: 'settings.fieldChanged', field: 'oldPassword', value: 'horse-7-battery' });
  settings.send({ type: 'settings.fieldChanged', field: 'password', value: 'staple-8-correct' });
  settings.send({ type: 'settings.submitted' });
  expect(await listed('here')).toBeTruthy();
  settings.stop();
});

it.each(['admin', 'member'] as const)('devices that went with an unlinked sign-in service are no longer listed: %s', async (area) => {
  const { call, safety, listed } = pageWith(area === 'admin' ? unlinkIdentity : unlinkMemberIdentity, true, area);
  await listed('here', 'there');
  const logic = area === 'admin' ? externalBundle({ call }).identities : safety.identities;
  const linked = createActor(logic).start();
  await waitFor(linked, (snapshot) => snapshot.matches('shown'));
  linked.send({ type: 'identities.deedRequested', deed: 'unlink', id: 5 });
  linked.send({ type: 'identities.confirmed', password });
  expect(await listed('here')).toBeTruthy();
});

it('devices that went with a passkey that a member has removed are no longer listed', async () => {
  const { safety, listed } = pageWith(removePasskey, true, 'member');
  await listed('here', 'there');
  const passkeys = createActor(safety.passkeys).start();
  await waitFor(passkeys, (snapshot) => snapshot.matches('ready'));
  passkeys.send({ type: 'passkeys.removeRequested', id: 4 });
  passkeys.send({ type: 'passkeys.removeConfirmed', password: null });
  expect(await listed('here')).toBeTruthy();
});

import { expect, it } from 'vitest';
import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import * as account from '#api/contract/members/account';
import * as safety from '#api/contract/members/account-safety';
import * as session from '#api/contract/members/member-session';

const calls = [account, safety, session].flatMap((module) =>
  Object.values(module as Readonly<Record<string, unknown>>).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'audience' in value,
  ),
);

/** Source: wire protocol §2.2, §2.6, §2.10. */
const OF_THE_PROTOCOL = [
  'GET /api/account/balance permitted',
  'GET /api/account/integral permitted',
  'GET /api/account/overview permitted',
  'GET /api/account/profile permitted',
  'GET /api/user/checkIn anyone',
  'GET /api/user/index signedIn',
  'POST /api/account/changeBind signedIn',
  'POST /api/account/changePassword permitted',
  'POST /api/account/profile permitted',
  'POST /api/account/retrievePassword anyone',
  'POST /api/account/verification signedIn',
  'POST /api/user/checkIn anyone',
  'POST /api/user/logout anyone',
];

it('has every call of members that the protocol has, open to whom the protocol says', () => {
  const declared = calls.map(({ method, path, audience }) => `${method} ${path} ${audience}`);
  expect(declared).toEqual(expect.arrayContaining(OF_THE_PROTOCOL));
  expect(new Set(declared.map((line) => line.replace(/ \w+$/u, ''))).size).toBe(calls.length);
  expect(calls.filter((call) => areaOf(call) !== 'member')).toEqual([]);
});

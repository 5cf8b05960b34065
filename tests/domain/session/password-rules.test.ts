import { expect, it } from 'vitest';
import { checkPassword } from '#domain/session/password-rules';

const COMMON = { key: 'validation.commonPassword' };
const NAME = { key: 'validation.passwordIsName' };

it.each<[password: unknown, username: unknown, issue: object | null]>([
  ['green-tea-7', 'walker', null],
  ['green-tea-7', undefined, null],
  // Where none is entered, or what is no text, others judge.
  ['', 'walker', null],
  [undefined, 'walker', null],
  [null, null, null],
  [1234567, 'walker', null],
  ['short', 'walker', { key: 'validation.password' }],
  ['123456', 'walker', COMMON],
  ['00000000', 'walker', COMMON],
  ['Admin123', 'walker', COMMON],
  ['PASSW0RD', 'walker', COMMON],
  ['asdf1234', 'walker', COMMON],
  ['trustno1', 'walker', COMMON],
  ['walker_ada', 'walker_ada', NAME],
  ['Walker_Ada', 'walker_ada', NAME],
  ['walker_ada', 'Walker_ADA', NAME],
  ['walker_ada', 'walker_ad', null],
  // What is common is said first.
  ['password', 'password', COMMON],
])('the password %j of %j is judged %j', (password, username, issue) => {
  expect(checkPassword(password, username)).toEqual(issue);
});

import { afterAll, describe, expect, it } from 'vitest';
import { productLogic } from '#actors/app/product-machines';
import '#tests/support/all-sections.ts';
import { readJournal } from '#domain/observe/journal-file';
import { withoutPersonal } from '#domain/base/personal-data';
import { PathRecord, declaredPaths } from '#tests/machines/support/path-coverage.ts';
import { recordFolded } from '#tests/machines/support/path-replay.ts';
import { readMachines } from '../../scripts/paths/read-machines.ts';
import { isSame, outcomeOf, outcomeText } from './outcome.ts';
import { readSessions } from './sessions.ts';

/** Secrets and people that were typed while the sessions were recorded; who records others adds them. */
const PLANTED = [
  'correct-horse-9',
  'wrong-password',
  'mail-secret',
  'green-tea-7',
  'walker_ada',
  'Ada Walker',
  '13912345678',
  'tea.example',
];

/** Fields that prove who somebody is, wherever they stand. */
const PROOF = /"(\w*(?:password|token|secret|recoveryCodes?|captchaInfo))":(?!null|"~\d+~"|""|\{"\$secret":true\})("[^"]*"|[[{\d])/giu;

/** The way of whoever signs in with a wrong password first. */
const SIGN_IN = [
  'session.signedOut | session.signInRequested | 1',
  'session.readingLogin | xstate.done.actor.readLogin | 1',
  'session.signingIn | xstate.error.actor.signIn | 4',
  'session.signingIn | xstate.done.actor.signIn | 0',
];
const REFUSED = ['session.signingIn | xstate.error.actor.signIn | 0 | no', 'session.signingIn | xstate.error.actor.signIn | 3 | no'];
const KINDS = ['state', 'transition', 'guard'] as const;

const sessions = readSessions();
const machines = (await readMachines()).map(({ machine }) => machine);
const logicOf = productLogic();
const walked = new PathRecord();
const renewable: string[] = [];

describe.each(sessions)('the session $name', ({ name, text }) => {
  const file = readJournal(text);

  it('leads every machine to where it led when it was recorded', () => {
    const outcome = outcomeOf(file, logicOf, machines);
    expect(isSame(outcome) ? 'the same' : outcomeText(name, outcome)).toBe('the same');
    if (outcome.changed.length > 0) renewable.push(`${name} (${outcome.changed.join(', ')})`);
  });

  it('is small and tells of nobody', () => {
    expect(file.header.anonymous).toBe(true);
    expect(text.length).toBeLessThan(200_000);
    expect(withoutPersonal(text) === text).toBe(true);
    expect(PLANTED.filter((one) => text.includes(one))).toEqual([]);
    expect([...text.matchAll(PROOF)].map(([found]) => found)).toEqual([]);
    expect(text).not.toContain('$unrecordable');
    expect(file.states.length).toBeGreaterThan(5);
  });
});

it('count among what walks the machines', () => {
  for (const { text } of sessions) recordFolded(readJournal(text), logicOf, walked);
  const undeclared = machines.flatMap((machine) => {
    const declared = declaredPaths(machine);
    return KINDS.flatMap((kind) => [...walked.of(machine.id, kind)].filter((key) => !declared[kind].includes(key)));
  });
  expect(undeclared).toEqual([]);
  expect([...walked.of('session', 'transition')]).toEqual(expect.arrayContaining(SIGN_IN));
  expect([...walked.of('session', 'guard')]).toEqual(expect.arrayContaining(REFUSED));
  expect([...walked.of('session', 'state')]).toEqual(expect.arrayContaining(['session.signingIn', 'session.signedIn.settled']));
});

afterAll(() => {
  walked.write('replay', expect.getState().testPath ?? '');
  // Not a failure: the sessions go as they went. But nobody shall think that they were recorded with these machines.
  if (renewable.length > 0) console.info(`the same with other machines than recorded, renew when convenient: ${renewable.join('; ')}`);
});

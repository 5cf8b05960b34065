import { expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { readMachines } from '../../../scripts/paths/read-machines.ts';

/** What only asks: whoever leaves meanwhile has missed nothing but an answer. */
const ASKS = /^(?:ask|count|find|fingerprint|load|look|makePlan|open|plan|read|rehearse|search|stream|verify)/u;
/** What somebody who leaves says. */
const LEAVES = /\.(?:cancelled|closed|dismissed|left|leftElsewhere|returned)$/u;

/** Writes that are given up by leaving, each with why nobody is deceived by it. */
const GIVEN_UP: Readonly<Record<string, string>> = {
  'apiCall.sending': 'whoever tries a call stops it on purpose, and is shown nothing that would be old',
  'ejection.open.writing': 'the command runs in the terminal, where it is found again',
  'export.downloading': 'a file is fetched and nothing is written',
  'import.reviewing.saving': 'a file is saved by this browser and nothing is written',
  'ledgerFile.bringing': 'a file is fetched and nothing is written',
  'passkeys.adding': 'the browser waits for the device as long as somebody likes: there is no other way out',
  'proof.open.checking': 'the proof is asked again by whatever needs it',
  'terminalTask.followed.stopping.asking': 'another tab follows the run, and says how it ended',
  'twoFactor.enrolling': 'the steps of the enrolment are a machine of their own, which has its own say',
  'twoFactor.proving': 'a secret that nobody has confirmed is worth nothing',
  'twoFactor.renewing': 'a passkey may stay silent for minutes; by a code it is held',
  'twoFactorEnrolment.preparing': 'a secret that nobody has confirmed is worth nothing',
  'upload.sending': 'a file that is not wanted any more is not sent on',
};

const nodesIn = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesIn)];
const upwards = (node: AnyStateNode | undefined): AnyStateNode[] => (node ? [node, ...upwards(node.parent)] : []);

/** Events that lead out of a state, where no state further in hears them differently. */
function waysOut(node: AnyStateNode): readonly string[] {
  const heard = new Map<string, boolean>();
  for (const { transitions } of upwards(node))
    for (const [type, all] of transitions)
      if (!heard.has(type))
        heard.set(
          type,
          all.some(({ target }) => target?.some((one) => !upwards(one).includes(node)) ?? false),
        );
  return [...heard].flatMap(([type, leads]) => (leads && LEAVES.test(type) ? [type] : []));
}

it('whoever leaves a window does not give up what it writes: it would be done, and nobody told', async () => {
  const machines = await readMachines();
  const found = machines.flatMap(({ machine }) =>
    nodesIn(machine.root)
      .filter(({ invoke }) => invoke.some(({ src }) => typeof src === 'string' && !ASKS.test(src)))
      .filter((node) => waysOut(node).length > 0)
      .map(({ id }) => id),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(GIVEN_UP).sort());
});

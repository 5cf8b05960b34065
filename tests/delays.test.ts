import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { readMachines } from '../scripts/paths/read-machines.ts';

const TABLES = readFileSync('docs/delays.md', 'utf8');

/** Lines of a table by its heading, without the last column, which is for people. */
const rowsUnder = (heading: string): string[] => {
  const [, part = ''] = TABLES.split(`## ${heading}\n`);
  const [table = ''] = part.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.slice(2).split(' | ').slice(0, 3).join(' | '));
};

/** Contexts that a delay which grows is asked with. */
const GROWING: Readonly<Record<string, readonly object[]>> = {
  'answer.reopenPause': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((cutCount) => ({ cutCount })),
  'callRepeat.rest': [0, 1, 2, 3, 4].map((turn) => ({ turn, spread: 1, retryAfterMs: 0 })),
  'terminalTask.reopenPause': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((cutCount) => ({ cutCount })),
  'upload.breath': [1, 2, 3].map((tries) => ({ tries })),
};

const nodesIn = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesIn)];
const waitsOf = (node: AnyStateNode): string[] => node.after.map(({ delay }) => String(delay));

/** `machine.delay | states | milliseconds`. A delay that no state waits for stands with no state. */
function delaysOf(machine: AnyStateMachine): string[] {
  const named = machine.implementations.delays as Readonly<Record<string, unknown>>;
  const nodes = nodesIn(machine.root);
  const names = new Set([...Object.keys(named), ...nodes.flatMap(waitsOf)]);
  return [...names].map((name) => {
    const delay = `${machine.id}.${name}`;
    const value = named[name];
    const values =
      typeof value === 'function' ? (GROWING[delay] ?? []).map((context) => (value as (args: object) => unknown)({ context })) : [value];
    const states = nodes.filter((node) => waitsOf(node).includes(name)).map(({ id }) => id);
    return `${delay} | ${[...new Set(states)].join(', ')} | ${values.join(', ')}`;
  });
}

it('what machines wait for stands in the table, with the states and how long', async () => {
  const found = (await readMachines()).flatMap(({ machine }) => delaysOf(machine));
  expect(found.sort()).toEqual(rowsUnder('Of machines').sort());
});

/** `const NAME_MS = …` and properties such as `openDelay: 350`. */
const NAMED = /const (\w+_(?:MS|SECONDS))(?::[^=]+)? = (.+?);|\b(\w*(?:delay|Delay))(?:: |=\{)(\d[\d_]*)/gu;
/** Whatever waits a time that has no name. */
const UNNAMED =
  /(?:\bset(?:Timeout|Interval)\([^;]*,|\b(?:pause|interval|timer|debounceTime|throttleTime|auditTime|AbortSignal\.timeout)\()\s*[1-9]\d*/gu;

const sources = globSync('src/**/*.{ts,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** `300` of `3e2`, `1, 2` of `[1, 2]`; names of other times are put in. */
function valueOf(text: string, known: ReadonlyMap<string, string>): string {
  const plain = text.replaceAll('_', '').replace(/[[\]]/gu, '');
  const terms = plain.split(',').map((term) => term.split('*').map((factor) => Number(known.get(factor.trim()) ?? factor)));
  return terms.map((factors) => factors.reduce((product, factor) => product * factor, 1)).join(', ');
}

it('what waits beside the machines stands in the table, and has a name', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(NAMED)].map(([, name = '', value = '', property = '', number = '']) => ({
      folder: dirname(path),
      name: name || property,
      value: value || number,
    })),
  );
  const known = new Map(found.map(({ name, value }) => [name.replaceAll('_', ''), value.replaceAll('_', '')]));
  const rows = found.map(({ folder, name, value }) => `${folder} | ${name} | ${valueOf(value, known)}`);
  expect([...new Set(rows)].sort()).toEqual(rowsUnder('Beside the machines').sort());
  expect(sources.flatMap(({ path, text }) => (text.match(UNNAMED) ?? []).map((call) => `${path}: ${call}`))).toEqual([]);
});

it('what lasts two seconds or longer in a stylesheet stands in the table', () => {
  const lasting = globSync('src/**/*.css').flatMap((path) => {
    const ms = [...readFileSync(path, 'utf8').matchAll(/(?<![\w.-])(\d+(?:\.\d+)?)(ms|s)\b/gu)].map(
      ([, number, unit]) => Number(number) * (unit === 's' ? 1000 : 1),
    );
    const long = ms.filter((one) => one >= 2000);
    return long.length > 0 ? [`${path} | ${long.join(', ')}`] : [];
  });
  expect(lasting).toEqual(rowsUnder('Of stylesheets').map((row) => row.split(' | ').slice(0, 2).join(' | ')));
});

it('what the tables quote stands in the documents', () => {
  const documents = globSync('docs/**/*.md').filter((path) => path !== 'docs/delays.md');
  const all = documents
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .replaceAll('**', '')
    .replace(/\s+/gu, ' ');
  const quotes = [...TABLES.matchAll(/"([^"]+)"/gu)].map(([, quote]) => quote as string);
  expect(quotes.filter((quote) => !all.includes(quote))).toEqual([]);
  expect(quotes.length).toBeGreaterThan(5);
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createActor, type AnyStateMachine } from 'xstate';
import { builtWhenAsked } from '../../scripts/build/late-machines.ts';

const folder = dirname(fileURLToPath(import.meta.resolve('xstate')));
const name = readdirSync(folder).find((file) => /^StateMachine-\w+\.esm\.js$/u.test(file)) ?? '';
const source = readFileSync(join(folder, name), 'utf8');
const addressed = builtWhenAsked(source).replaceAll(
  /from '\.\/([^']+)'/gu,
  (_, file: string) => `from '${pathToFileURL(join(folder, file)).href}'`,
);
const { S: StateMachine } = (await import(`data:text/javascript,${encodeURIComponent(addressed)}`)) as {
  readonly S: new (config: unknown) => AnyStateMachine;
};

const CONFIG = {
  id: 'door',
  initial: 'closed',
  on: { locked: '#bolt' },
  states: { closed: { on: { pushed: 'open' } }, open: { entry: 'tell' }, locked: { id: 'bolt', initial: 'once', states: { once: {} } } },
};
const isBuilt = (machine: AnyStateMachine): boolean => Object.hasOwn(machine, 'root');

it('states of a machine are built when its first actor starts, and not for the declaration that effects are given to', () => {
  const told: string[] = [];
  const declared = new StateMachine(CONFIG);
  const provided = declared.provide({ actions: { tell: () => void told.push('opened') } });
  expect([declared, provided].map(isBuilt)).toEqual([false, false]);
  const door = createActor(provided).start();
  door.send({ type: 'pushed' });
  expect([door.getSnapshot().value, told]).toEqual(['open', ['opened']]);
  door.send({ type: 'locked' });
  expect(door.getSnapshot().value).toEqual({ locked: 'once' });
  expect([declared, provided].map(isBuilt)).toEqual([false, true]);
});

it('a machine tells of its states and events whenever it is asked', () => {
  const { states, events } = new StateMachine(CONFIG);
  expect([Object.keys(states), events]).toEqual([
    ['closed', 'open', 'locked'],
    ['locked', 'pushed'],
  ]);
  const restored = new StateMachine(CONFIG);
  expect(restored.resolveState({ value: 'open', context: {} }).value).toBe('open');
  expect(() => new StateMachine({ initial: 'closed', states: { closed: { on: { pushed: 'ajar' } } } }).root).toThrow('ajar');
});

it('a package that builds machines otherwise is reported by the build', () => {
  expect(() => builtWhenAsked(source.replace('this.root._initialize();', 'this.begin();'))).toThrow('in another way');
});

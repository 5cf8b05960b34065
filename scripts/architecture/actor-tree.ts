import { StateMachine, type AnyStateMachine } from 'xstate';
import { productMachines } from '#actors/app/product-machines';
import { chartOf } from '#machines/observe/chart-of';

const isMachine = (logic: unknown): logic is AnyStateMachine => logic instanceof StateMachine;

/** What a machine may start, by the name it starts it under. */
const logicsOf = (machine: AnyStateMachine): readonly (readonly [string, unknown])[] =>
  Object.entries(machine.implementations.actors as Readonly<Record<string, unknown>>).sort(([a], [b]) => a.localeCompare(b));

/** Names under which a machine invokes something: it runs as long as a state does. What is not among them is spawned, any number of times. */
const invokedBy = (machine: AnyStateMachine): ReadonlySet<string> =>
  new Set(chartOf(machine).nodes.flatMap(({ invokes }) => invokes.map(({ logic }) => logic)));

interface Owned {
  readonly owner: string;
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly isInvoked: boolean;
}

function ownedBelow(machine: AnyStateMachine, path: readonly AnyStateMachine[] = []): readonly Owned[] {
  if (path.includes(machine)) return [];
  const invoked = invokedBy(machine);
  return logicsOf(machine).flatMap(([name, logic]) =>
    isMachine(logic)
      ? [{ owner: machine.id, name, machine: logic, isInvoked: invoked.has(name) }, ...ownedBelow(logic, [...path, machine])]
      : [],
  );
}

const effectsOf = (machine: AnyStateMachine): readonly string[] =>
  logicsOf(machine).flatMap(([name, logic]) => (isMachine(logic) ? [] : [name]));

/** The tree of machines below the application, and what each of them starts besides, from the machines as the product wires them. */
export function actorTree(): string {
  const roots = productMachines();
  const app = roots.get('app') as AnyStateMachine;
  const owned = ownedBelow(app);
  const arrows = [
    ...new Set(
      owned.map(({ owner, name, machine, isInvoked }) => {
        const label = name === machine.id ? '' : `|${name}|`;
        return `  ${owner} ${isInvoked ? '-->' : '-.->'}${label} ${machine.id}`;
      }),
    ),
  ];
  const effects = new Map([app, ...owned.map(({ machine }) => machine)].map((machine) => [machine.id, effectsOf(machine)]));
  return [
    '```mermaid',
    'flowchart LR',
    ...arrows,
    '```',
    '',
    '| machine | effects that it starts |',
    '|---|---|',
    ...[...effects].filter(([, names]) => names.length > 0).map(([id, names]) => `| ${id} | ${names.join(', ')} |`),
  ].join('\n');
}

/** What views own: it begins with what shows it, and ends with it. */
export function leafActors(): string {
  const byMachine = Map.groupBy(productMachines(), ([, machine]) => machine.id);
  return [
    '| machine | begun by views as | and owns |',
    '|---|---|---|',
    ...[...byMachine]
      .filter(([id]) => id !== 'app')
      .map(([id, roots]) => {
        const names = roots.map(([name]) => (name.includes(':') ? `${name.split(':')[0]}:…` : name));
        const below = [...new Set(roots.flatMap(([, machine]) => ownedBelow(machine).map((one) => one.machine.id)))];
        return `| ${id} | ${[...new Set(names)].join(', ')} | ${below.join(', ') || '–'} |`;
      }),
  ].join('\n');
}

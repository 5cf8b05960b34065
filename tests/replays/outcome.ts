import type { AnyStateMachine } from 'xstate';
import { ReplayError, changedMachines, type LogicOf } from '#actors/observe/replay';
import { statesOf } from '#actors/observe/replay-file';
import type { JournalFile, JournalState } from '#domain/observe/journal-file';

/** What becomes of a recorded session with the machines of today. */
export interface Outcome {
  /** Machines whose definition is another than it was. */
  readonly changed: readonly string[];
  /** An entry that does not fit any more; where it is, nothing else is known. */
  readonly trouble: string | null;
  readonly differences: readonly Difference[];
}

/** Where one actor ends otherwise than it did. */
export interface Difference {
  readonly path: string;
  readonly machine: string;
  /** One for each thing that is other. */
  readonly lines: readonly string[];
}

/** Texts of everything in a state by its name: what holds nothing more, and what does. */
interface Texts {
  readonly leaves: ReadonlyMap<string, string>;
  readonly wholes: ReadonlyMap<string, string>;
}

const MOST_LINES = 8;
const MOST_SIGNS = 120;

/** Folds a session once more. */
export function outcomeOf(file: JournalFile, logicOf: LogicOf, machines: readonly AnyStateMachine[]): Outcome {
  const changed = changedMachines(file.header, machines);
  try {
    return { changed, trouble: null, differences: differencesOf(file.states, statesOf(file, logicOf)) };
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    return { changed, trouble: error.message, differences: [] };
  }
}

export const isSame = ({ trouble, differences }: Outcome): boolean => trouble === null && differences.length === 0;

/** For whoever decides whether this was meant. */
export function outcomeText(name: string, { changed, trouble, differences }: Outcome): string {
  const cause =
    changed.length > 0
      ? `recorded with another machine: ${changed.join(', ')}; look at the difference, then run \`npm run replays:renew ${name}\``
      : 'every machine is declared as it was recorded; what its guards, actions or rules do has changed';
  const told = differences.flatMap(({ path, machine, lines }) => [`  ${path} (${machine})`, ...lines.map((line) => `    ${line}`)]);
  return [`${name}: ${cause}`, ...(trouble === null ? [] : [`  an entry no longer fits: ${short(trouble)}`]), ...told].join('\n');
}

/** Actors that end in another state, in order of their paths. */
export function differencesOf(recorded: readonly JournalState[], folded: readonly JournalState[]): Difference[] {
  const before = new Map(recorded.map((state) => [state.path, state]));
  const after = new Map(folded.map((state) => [state.path, state]));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    const lines = one && other ? changesOf(one, other) : [one ? 'was there, and is not any more' : 'is there, and was not'];
    return lines.length > 0 ? [{ path, machine: (other ?? one)?.machine ?? '', lines }] : [];
  });
}

function changesOf(one: JournalState, other: JournalState): string[] {
  const [before, after] = [textsOf(one), textsOf(other)];
  const names = [...new Set([...before.leaves.keys(), ...after.leaves.keys()])];
  const changed = names.filter((name) => before.leaves.get(name) !== after.leaves.get(name));
  const lines = changed
    // Of what was replaced as a whole, the whole is said.
    .filter((name) => !ownersOf(name).some((owner) => changed.includes(owner)))
    .map((name) => `${name}: ${textIn(before, name)} → ${textIn(after, name)}`);
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more`] : lines;
  return one.way.join('\n') === other.way.join('\n') ? shown : [wayLine(one.way, other.way), ...shown];
}

const ownersOf = (name: string): string[] => [...name.matchAll(/\./gu)].map(({ index }) => name.slice(0, index));

const textIn = ({ leaves, wholes }: Texts, name: string): string => short(leaves.get(name) ?? wholes.get(name) ?? '(nothing)');

/** Both ways, from the last state that they share. */
function wayLine(one: readonly string[], other: readonly string[]): string {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  const rest = (way: readonly string[]) => way.slice(Math.max(shared - 1, 0), shared + 3);
  const text = (way: readonly string[]) => rest(way).join(' > ') + (way.length > shared + 3 ? ' > …' : '');
  return `way, after ${shared}: ${text(one)} → ${text(other)}`;
}

function textsOf({ machine, status, value, context }: JournalState): Texts {
  const [leaves, wholes] = [new Map<string, string>(), new Map<string, string>()];
  const visit = (name: string, inner: unknown): void => {
    const parts = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
    (parts.length === 0 ? leaves : wholes).set(name, JSON.stringify(inner) ?? '(nothing)');
    for (const [key, part] of parts) visit(`${name}.${key}`, part);
  };
  for (const [name, inner] of Object.entries({ machine, status, value, context })) visit(name, inner);
  return { leaves, wholes };
}

const short = (text: string): string => (text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS - 1)}…` : text);

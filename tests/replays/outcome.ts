import type { AnyStateMachine } from 'xstate';
import { ReplayError, changedMachines, type LogicOf } from '#actors/observe/replay';
import { foldJournal } from '#actors/observe/replay-file';
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

/** Folds a session once more, and compares who played a part in it. */
export function outcomeOf(file: JournalFile, logicOf: LogicOf, machines: readonly AnyStateMachine[]): Outcome {
  const changed = changedMachines(file.header, machines);
  try {
    const isPlayer = playersOf(file);
    const [recorded, folded] = [file.states, foldJournal(file, logicOf).states].map((states) =>
      states.filter(({ path }) => isPlayer(path)),
    );
    return { changed, trouble: null, differences: differencesOf(recorded ?? [], folded ?? []) };
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    return { changed, trouble: error.message, differences: [] };
  }
}

/**
 * What a page is told of its surroundings without anybody doing anything: the width of its window, the scheme of the system, that no other
 * tab works on the terminal's tasks.
 */
const SURROUNDINGS: ReadonlySet<string> = new Set([
  'window.widened',
  'window.narrowed',
  'system.lightened',
  'system.darkened',
  'terminal.queueTaken',
]);

/**
 * Who plays a part in a session: whoever was told one of the events that its machine declares. The others are there because the page has
 * them; what is added to them is none of this session's business.
 */
function playersOf({ entries }: JournalFile): (path: string) => boolean {
  const heard = entries.filter(({ event: { type } }) => !type.startsWith('xstate.') && !SURROUNDINGS.has(type));
  const paths = new Set(heard.map(({ to }) => to));
  return (path) => paths.has(path);
}

export const isSame = ({ trouble, differences }: Outcome): boolean => trouble === null && differences.length === 0;

/** For whoever decides whether this was meant. */
export function outcomeText(name: string, outcome: Outcome): string {
  const { changed } = outcome;
  const cause =
    changed.length > 0
      ? `recorded with another machine: ${changed.join(', ')}; look at the difference, then run \`npm run replays:renew ${name}\``
      : 'every machine is declared as it was recorded; what its guards, actions or rules do has changed';
  return [`${name}: ${cause}`, ...linesOf(outcome)].join('\n');
}

/** The same of a session whose beginning was dropped: `→` stands between what the whole leads to and what the rest does. */
export const cutText = (name: string, share: number, outcome: Outcome): string =>
  [`${name}: a checkpoint after ${share} of it does not hold all that the rest needs`, ...linesOf(outcome)].join('\n');

const linesOf = ({ trouble, differences }: Outcome): string[] => [
  ...(trouble === null ? [] : [`  an entry no longer fits: ${short(trouble)}`]),
  ...differences.flatMap(({ path, machine, lines }) => [`  ${path} (${machine})`, ...lines.map((line) => `    ${line}`)]),
];

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

import { isPlainObject } from '../base/plain-value.ts';
/** One thing one actor was told. `at` is milliseconds since the journal began, `to` the path through the owners. */
export interface JournalEntry {
  readonly seq: number;
  readonly at: number;
  readonly to: string;
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** No actor has told this: a view did, on somebody's behalf, or the world outside. */
  readonly outer?: true;
}

/** Every running actor at a moment of rest, so that a journal whose beginning was dropped still folds. */
export interface Checkpoint {
  readonly afterSeq: number;
  readonly actors: readonly CheckpointActor[];
}

export interface CheckpointActor {
  readonly path: string;
  readonly status: string;
  readonly value: unknown;
  readonly context: unknown;
  readonly children: readonly { readonly id: string; readonly src: string }[];
}

export interface JournalHeader {
  /** Version of the format. */
  readonly journal: 1;
  readonly app: string;
  readonly build: string;
  readonly language: string;
  /** Unix time in seconds. */
  readonly startedAt: number;
  /** Hash of each machine's definition: a replay with another machine is told apart from a regression. */
  readonly machines: Readonly<Record<string, string>>;
  /** Nothing personal is in the file: tokens stand in its place. */
  readonly anonymous?: true;
}

/** Where the entries lead one machine, as a replay file states it: a test folds them again and compares. */
export interface JournalState {
  readonly path: string;
  /** The id of the machine. */
  readonly machine: string;
  readonly status: string;
  readonly value: unknown;
  readonly context: unknown;
  /** Every state that it rested in, as people write it, from its first to its last; the same twice in a row counts once. */
  readonly way: readonly string[];
}

export interface JournalFile {
  readonly header: JournalHeader;
  readonly checkpoint: Checkpoint | null;
  readonly entries: readonly JournalEntry[];
  /** In order of their paths; empty where the file is a journal and nothing more. */
  readonly states: readonly JournalState[];
}

/** What is wrong with a line. */
export type JournalFlaw =
  | 'empty'
  | 'notJson'
  | 'notObject'
  | 'noHeader'
  | 'otherVersion'
  | 'badHeader'
  | 'badCheckpoint'
  | 'badEntry'
  | 'badEvent'
  | 'notInOrder'
  | 'badStates';

/** A text that is no journal. `line` counts from 1. */
export class JournalRefused extends Error {
  readonly line: number;
  readonly flaw: JournalFlaw;

  constructor(line: number, flaw: JournalFlaw) {
    super(`line ${line} of the journal: ${flaw}`);
    this.name = 'JournalRefused';
    this.line = line;
    this.flaw = flaw;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a journal: the header, a checkpoint where there is one, the entries, and the states that a replay file ends with; one JSON object
 * a line. An empty last line is allowed.
 * @throws JournalRefused at the first line that is not as docs/journal-format.md says
 */
export function readJournal(text: string): JournalFile {
  const reading = journalReading(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/**
 * The same, a line at a time: tells each line before it is made anything of, so that whoever reads what strangers have written can measure
 * it, and lets others have their turn between two of them.
 */
export function* journalReading(text: string): Generator<string, JournalFile> {
  let header: JournalHeader | null = null;
  let checkpoint: Checkpoint | null = null;
  let [seq, number] = [0, 0];
  const entries: JournalEntry[] = [];
  const states: JournalState[] = [];
  if (/^(?:\r?\n)?$/u.test(text)) throw new JournalRefused(1, 'empty');
  for (const line of linesOf(text)) {
    number += 1;
    yield line;
    const fields = fieldsIn(line, number);
    if (header === null) header = headerFrom(fields);
    else if (number === 2 && 'checkpoint' in fields) {
      checkpoint = checkpointFrom(fields);
      seq = checkpoint.afterSeq;
    } else if (states.length > 0 || 'state' in fields) states.push(stateFrom(fields, number, states.at(-1)?.path ?? ''));
    else {
      const entry = entryFrom(fields, number);
      if (entry.seq <= seq) throw new JournalRefused(number, 'notInOrder');
      seq = entry.seq;
      entries.push(entry);
    }
  }
  return { header: header!, checkpoint, entries, states };
}

/** Without what ends them. The text is not cut before somebody asks: a megabyte has room for a million lines. */
function* linesOf(text: string): Generator<string> {
  const whole = text.replace(/\r?\n$/u, '');
  for (let at = 0, end = 0; end >= 0; at = end + 1) {
    end = whole.indexOf('\n', at);
    const line = end < 0 ? whole.slice(at) : whole.slice(at, end);
    yield line.endsWith('\r') && end >= 0 ? line.slice(0, -1) : line;
  }
}

function fieldsIn(line: string, number: number): Fields {
  const value = parsed(line);
  if (value === undefined) throw new JournalRefused(number, 'notJson');
  if (!isPlainObject(value)) throw new JournalRefused(number, 'notObject');
  return value;
}

function headerFrom(fields: Fields): JournalHeader {
  if (!('journal' in fields)) throw new JournalRefused(1, 'noHeader');
  if (fields['journal'] !== 1) throw new JournalRefused(1, 'otherVersion');
  const { app, build, language, startedAt, machines, anonymous } = fields;
  const areTexts = [app, build, language].every((one) => typeof one === 'string');
  const areHashes =
    isPlainObject(machines) && Object.values(machines).every((hash) => typeof hash === 'string' && /^[\da-f]{8}$/u.test(hash));
  const isPlain = anonymous === undefined || anonymous === true;
  if (!areTexts || !isCount(startedAt) || !areHashes || !isPlain) throw new JournalRefused(1, 'badHeader');
  return fields as unknown as JournalHeader;
}

function checkpointFrom({ checkpoint }: Fields): Checkpoint {
  const { afterSeq, actors } = isPlainObject(checkpoint) ? checkpoint : {};
  const isWhole = isCount(afterSeq) && Array.isArray(actors) && actors.every(isCheckpointActor);
  if (!isWhole) throw new JournalRefused(2, 'badCheckpoint');
  return checkpoint as Checkpoint;
}

const isCheckpointActor = (actor: unknown): boolean =>
  isPlainObject(actor) && isPath(actor['path']) && typeof actor['status'] === 'string' && areChildren(actor['children']);

const areChildren = (children: unknown): boolean =>
  Array.isArray(children) && children.every((one) => isPlainObject(one) && isPath(one['id']) && typeof one['src'] === 'string');

function entryFrom(fields: Fields, line: number): JournalEntry {
  const { seq, at, to, event, outer } = fields;
  // A clock may have been set back meanwhile: the time need not rise.
  const isFlag = outer === undefined || outer === true;
  if (!isCount(seq) || !Number.isSafeInteger(at) || !isPath(to) || !isFlag) throw new JournalRefused(line, 'badEntry');
  if (!isPlainObject(event) || typeof event['type'] !== 'string' || event['type'] === '') throw new JournalRefused(line, 'badEvent');
  return fields as unknown as JournalEntry;
}

function stateFrom({ state }: Fields, line: number, before: string): JournalState {
  if (!isJournalState(state) || state.path <= before) throw new JournalRefused(line, 'badStates');
  return state;
}

function isJournalState(state: unknown): state is JournalState {
  if (!isPlainObject(state)) return false;
  const { path, machine, status, value, way } = state;
  const areNames = [path, machine, status].every(isPath);
  const isPlace = isPath(value) || isPlainObject(value);
  return areNames && isPlace && 'context' in state && Array.isArray(way) && way.every((one) => typeof one === 'string');
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isPath = (value: unknown): value is string => typeof value === 'string' && value !== '';

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

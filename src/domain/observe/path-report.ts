/** Who walked: tests made from a machine, those that drive its view, a browser, a recorded session that was folded again. */
export const PATH_SOURCES = ['model', 'view', 'browser', 'replay'] as const;
export type PathSource = (typeof PATH_SOURCES)[number];

/** `state`: its id; `transition`: see `edgeIdOf`; `guard`: the key of a guarded transition and how the guard decided. */
export const PATH_KINDS = ['state', 'transition', 'guard'] as const;
export type PathKind = (typeof PATH_KINDS)[number];

/** A way as it can be walked again: what the machine begins with, then what it is told; both as a journal writes them. */
export interface PathWalk {
  readonly input: unknown;
  readonly events: readonly { readonly type: string }[];
}

/** Where a thing was walked, and how it is reached. */
export interface PathItem {
  readonly key: string;
  readonly sources: readonly PathSource[];
  /**
   * The steps of the shortest way to it: the events of the first edge that took it, or what the chart says where none did, guards not
   * asked. Null where it cannot be reached.
   */
  readonly way: readonly string[] | null;
  /** Which of the machine's walks goes this way; null where none can be walked again. */
  readonly walk: number | null;
}

export interface MachinePaths extends Readonly<Record<PathKind, readonly PathItem[]>> {
  readonly id: string;
  /** The machine's file, beside the project's root. */
  readonly path: string;
  /** The fingerprint of the definition that was measured. */
  readonly hash: string;
  readonly walks: readonly PathWalk[];
}

export const PATH_REPORT_FORMAT = 1;

/** `coverage/paths.json`: every state, transition and decision of a guard there is, and who has walked it. */
export interface PathReport {
  readonly format: typeof PATH_REPORT_FORMAT;
  /** In seconds. */
  readonly measuredTime: number;
  readonly machines: readonly MachinePaths[];
}

/** Whose walks are looked at. */
export type PathWalker = PathSource | 'anybody';
export const PATH_WALKERS: readonly PathWalker[] = ['anybody', ...PATH_SOURCES];

/** How far from a real use the best walk of a thing is: nobody has walked it, only the model, a view too, a browser or a recording too. */
export type PathLevel = 'nobody' | 'model' | 'view' | 'used';

export const isWalked = ({ sources }: PathItem, by: PathWalker): boolean => (by === 'anybody' ? sources.length > 0 : sources.includes(by));

export const walkedCount = (items: readonly PathItem[], by: PathWalker): number => items.filter((item) => isWalked(item, by)).length;

export const hasPathGap = (machine: MachinePaths, by: PathWalker): boolean =>
  PATH_KINDS.some((kind) => walkedCount(machine[kind], by) < machine[kind].length);

/** Looked at by one source alone, a thing is walked by it or by nobody. */
export function pathLevel(item: PathItem, by: PathWalker): PathLevel {
  if (!isWalked(item, by)) return 'nobody';
  const sources = by === 'anybody' ? item.sources : [by];
  if (sources.includes('browser') || sources.includes('replay')) return 'used';
  return sources.includes('view') ? 'view' : 'model';
}

/** The decisions of a transition's guard; none where nothing is asked. */
export const guardsOf = ({ guard }: Pick<MachinePaths, 'guard'>, { key }: PathItem): readonly PathItem[] =>
  guard.filter((decision) => decision.key === `${key} | yes` || decision.key === `${key} | no`);

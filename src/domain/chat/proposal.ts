import type { FieldDifference } from '../changes/journal-entry.ts';
import { wireNameOf } from '../fields/field.ts';
import type { Resource } from '../table/resource.ts';
import type { ProposalState, ProposedAction } from './answer.ts';

/** An event of a record's life that a model would send for an administrator. */
export interface ProposedStep {
  readonly event: string;
  /** What the event is called. */
  readonly label: Readonly<Record<'zh-cn' | 'en', string>>;
  /** What would be said with it. */
  readonly comment: string;
}

/** What a model would write for an administrator. Values by wire names. */
export interface Proposal {
  readonly uuid: string;
  /** Name of the section. */
  readonly resource: string;
  readonly action: ProposedAction;
  /** Null for a record that is to come. */
  readonly record: number | null;
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** What stood there when it was proposed. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Null where values alone would be written. */
  readonly step: ProposedStep | null;
  /** What the records are called that values name. */
  readonly names: Readonly<Record<string, { readonly before: string | null; readonly after: string | null }>>;
  readonly state: ProposalState;
  /** The number of its write in the journal; null before there is one. */
  readonly change: number | null;
}

const KINDS = { add: 'created', edit: 'changed', del: 'deleted', step: 'changed' } as const;

/** What it would change, field by field, as histories show it. */
export function proposedDifference(
  { action, values, before, names }: Pick<Proposal, 'action' | 'values' | 'before' | 'names'>,
  resource: Pick<Resource, 'fields'> | undefined,
): { readonly kind: 'created' | 'changed' | 'deleted'; readonly fields: readonly FieldDifference[] } {
  const keys = new Map(Object.entries(resource?.fields ?? {}).map(([key, field]) => [wireNameOf(key, field), key]));
  const fields = [...new Set([...Object.keys(before), ...Object.keys(values)])].map((name) => ({
    field: keys.get(name) ?? null,
    name,
    before: before[name] ?? null,
    after: values[name] ?? null,
    beforeText: names[name]?.before ?? null,
    afterText: names[name]?.after ?? null,
    isMasked: false,
  }));
  return { kind: KINDS[action], fields };
}

const STEP = /^(?:(?<look>find|read)(?<seen>[A-Z]\w*)|(?<wish>propose)(?<meant>[A-Z]\w*?)(?:Change|Event))$/u;

/** What a tool did and in which section; null for a name that no tool of sections has. */
export function stepOf(tool: string): { readonly deed: 'find' | 'read' | 'propose'; readonly resource: string } | null {
  const { look, seen, wish, meant } = STEP.exec(tool)?.groups ?? {};
  const [deed, name] = [look ?? wish, seen ?? meant];
  if (deed === undefined || name === undefined) return null;
  return { deed: deed as 'find', resource: name.charAt(0).toLowerCase() + name.slice(1) };
}

import type { Field, Fields } from '../../fields/field.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import type { Resource, RowAction } from '../../table/resource.ts';
import type { SectionNames } from '../section-names.ts';
import { PLAIN_SHAPE, type SectionDesign } from '../section-design.ts';

/** Why something of a section of the program is in no design: its code stays where it is, and some kinds only the program's own have. */
export type NotCopied = 'secret' | 'ruleTree' | 'life' | 'check' | 'limit' | 'calls';

export interface LeftPart {
  /** The wire name of a field, or the name of the section where it is about the whole. */
  readonly of: string;
  readonly reason: NotCopied;
}

interface CopiedSection {
  readonly design: SectionDesign;
  readonly left: readonly LeftPart[];
}

const notCopied = (field: Field): NotCopied | null =>
  field.kind === 'ruleTree' ? 'ruleTree' : describedKind(field).storage === 'secret' ? 'secret' : null;

/** One that names its own section goes on doing so. */
const renamed = (field: Field, from: string, to: string): Field => ('of' in field && field.of === from ? { ...field, of: to } : field);

const actionsOf = (fields: Fields): readonly RowAction[] => [
  ...(Object.values(fields).some(({ kind }) => kind === 'sortOrder') ? (['sort'] as const) : []),
  'edit',
  'delete',
];

/**
 * A section of the program as the beginning of another one, with the same fields over a table of its own; and what of it does not come
 * along, each with a reason.
 * @param resource as it is registered, with its words
 */
export function copyOfShipped(resource: Resource, { name, controller, table }: SectionNames): CopiedSection {
  const left: LeftPart[] = [];
  const fields: Record<string, Field> = {};
  for (const [key, field] of Object.entries(resource.fields)) {
    const reason = notCopied(field);
    if (reason === null) fields[key] = renamed(field, resource.name, name);
    else left.push({ of: key, reason });
  }
  const state = resource.life?.field ?? resource.lifeField;
  if (state !== undefined) left.push({ of: state, reason: 'life' });
  const whole = { check: resource.check, limit: resource.dataLimit, calls: resource.calls ?? resource.final };
  for (const reason of ['check', 'limit', 'calls'] as const) if (whole[reason] !== undefined) left.push({ of: resource.name, reason });
  const { titleField, titleIn, defaultOrder, tree, label } = resource;
  return {
    left,
    design: {
      declaration: {
        name,
        controller,
        table,
        titleField,
        ...(titleIn && { titleIn }),
        rowActions: actionsOf(fields),
        defaultOrder: fields[defaultOrder.field] ? defaultOrder : { field: 'id', direction: 'desc' },
        ...(tree !== undefined && { tree }),
        ...(label && { label }),
        fields,
      },
      shape: PLAIN_SHAPE,
    },
  };
}

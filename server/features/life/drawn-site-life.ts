import { LifeError, parseDrawnLife } from '#api/contract/life/life-schema';
import { rejection } from '#domain/base/failure';
import { tooLongRight, type DesignIssue } from '#domain/designer/design-rules';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import { lifeFindings } from '#domain/life/life-check';
import { relatedFindings } from '#domain/life/related-check';
import { asDrawn, asRun, siteLifeFaults } from '#domain/life/site-life';
import type { Life } from '#domain/life/life';
import type { LivingResource, Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';
import type { createProgramWords } from '../base/program-words.ts';

type Words = ReturnType<typeof createProgramWords>;

/** A section of the program as the desk draws on it: its fields with their words, and a life. Nothing of it but the life is ever taken back. */
export function designWith(words: Words, resource: LivingResource, life: Life): SectionDesign {
  const { name, controller, table, titleField, titleIn, rowActions, defaultOrder, label, fields } = words.worded(resource);
  const drawn = asDrawn(life, (event) => words.eventWords(name, event));
  return {
    declaration: {
      name,
      controller,
      table,
      titleField,
      ...(titleIn && { titleIn }),
      rowActions,
      defaultOrder,
      ...(label && { label }),
      fields,
      life: drawn,
    },
    shape: PLAIN_SHAPE,
  };
}

/** @throws FailureError naming the first part that has no place in a life */
export function readLifeOf(json: unknown): Life {
  try {
    return parseDrawnLife(json);
  } catch (error) {
    if (!(error instanceof LifeError)) throw error;
    throw rejection('refusals.designer.unreadable', { reason: error.message.split('\n')[0]?.slice(0, 200) ?? '' });
  }
}

/** What keeps a drawn life from being published in the place of the program's, each at its part. */
export function lifeIssuesOf(
  resources: Pick<Resources, 'get' | 'takenEvents'>,
  program: LivingResource,
  drawn: Life,
  caller: AdminCaller,
): readonly DesignIssue[] {
  const faults = siteLifeFaults(program.life, drawn, program.fields).map(({ at, what, name }) => ({
    at: `life.${at}`,
    key: `designer.issues.siteLife.${what}`,
    params: { name },
  }));
  const sectionOf = (name: string): Resource | undefined => {
    if (name === program.name) return { ...program, life: drawn };
    const found = resources.get(name)?.resource;
    return found && mayListOf(found, caller) ? found : undefined;
  };
  const found = [...lifeFindings(drawn, program.fields), ...relatedFindings(drawn, program.fields, sectionOf)];
  const tooLong = tooLongRight({ ...program, life: drawn });
  const errors = found.filter(({ level }) => level === 'error');
  // What is wrong in itself cannot be run, and so not be asked for its calls.
  const taken = faults.length + errors.length > 0 ? [] : resources.takenEvents(program.name, asRun(program.life, drawn));
  return [
    ...faults,
    ...taken.map((name) => ({ at: `life.events.${name}`, key: 'designer.issues.life.eventReserved', params: { name } })),
    ...(tooLong === undefined ? [] : [{ at: 'life.events', key: 'designer.issues.life.rightTooLong', params: { name: tooLong } }]),
    ...errors.map(({ at, what, name = '' }) => ({ at: `life.${at}`, key: `designer.issues.life.${what}`, params: { name } })),
  ];
}

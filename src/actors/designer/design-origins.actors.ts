import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listDesignLog, readLogged, saveDraft } from '#api/contract/designer/designer';
import { listStandingTables, parseFieldData } from '#api/contract/designer/existing-tables';
import { listProgramSections, readProgramSection } from '#api/contract/designer/program-sections';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import type { Texts } from '#domain/fields/kinds/base/declared';
import {
  designOriginsMachine,
  type OriginAnswer,
  type OriginDoor,
  type Origins,
  type OriginWish,
} from '#machines/designer/design-origins.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';

/** The doors of the designer with their effects bound; it shows itself what is refused. */
export const designOriginsLogic = ({ call }: { readonly call: Call }): typeof designOriginsMachine =>
  designOriginsMachine.provide({
    actors: {
      loadOrigins: fromPromise(({ input, signal }) => loadOrigins(call, input.door, signal)),
      readOrigin: fromPromise(({ input, signal }) => readOrigin(call, input, signal)),
      keepDraft: fromPromise(({ input, signal }) =>
        call(
          saveDraft,
          { design: input.design, renames: NO_RENAMES, version: 0 },
          { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS },
        ),
      ),
    },
  });

async function loadOrigins(call: Call, door: OriginDoor, signal: AbortSignal): Promise<Origins> {
  const options = { signal, quietErrors: true };
  if (door === 'log') {
    const { list, hasMore } = await call(listDesignLog, {}, options);
    return {
      door,
      list: list.map(({ create_time: createTime, label, ...log }) => ({ ...log, label: label as Texts, createTime })),
      hasMore,
    };
  }
  if (door === 'section') {
    const { list } = await call(listProgramSections, {}, options);
    return { door, list: list.map(({ label, ...one }) => ({ ...one, label: label as Texts })) };
  }
  const { list } = await call(listStandingTables, {}, options);
  return { door: 'table', list: list.map(({ canBeTaken: _can, ...table }) => table) };
}

/** The server has read it by its schema, which would weigh more here than all that draws. */
const designOf = (json: unknown): SectionDesign => json as SectionDesign;

async function readOrigin(call: Call, wish: OriginWish, signal: AbortSignal): Promise<OriginAnswer> {
  const options = { signal, quietErrors: true };
  if (wish.door === 'log') {
    const { design: json, isThere } = await call(readLogged, { id: wish.id }, options);
    const design = designOf(json);
    const { name } = design.declaration;
    return isThere ? { is: 'section', start: { from: 'revision', name, id: wish.id } } : { is: 'design', design, left: [] };
  }
  if (wish.door === 'section') {
    const { design, left } = await call(readProgramSection, { name: wish.name }, options);
    return { is: 'design', design: designOf(design), left };
  }
  const asked = wish.door === 'table' ? { type: 'db' as const, table: wish.table } : { type: 'sql' as const, sql: wish.sql };
  const { design, section, left } = await call(parseFieldData, asked, options);
  return design === null
    ? { is: 'section', start: { from: 'section', name: section ?? '' } }
    : { is: 'design', design: designOf(design), left };
}

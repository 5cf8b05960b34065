import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listRevisions, revertSection } from '#api/contract/designer/designer';
import type { SectionDesign } from '#domain/designer/section-design';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { loadLifeRevisions, revertLife } from './site-life.calls.ts';
import { sectionRevisionsMachine, type SectionRevision } from '#machines/designer/section-revisions.machine';

/** The revisions of a section with their effects bound; they show themselves what is refused. */
export const sectionRevisionsLogic = ({ call }: { readonly call: Call }): typeof sectionRevisionsMachine =>
  sectionRevisionsMachine.provide({
    actors: {
      loadRevisions: fromPromise(async ({ input: { name, subject }, signal }) => {
        if (subject === 'life') return loadLifeRevisions(call, name, signal);
        const { list } = await call(listRevisions, { name }, { signal, quietErrors: true });
        return list.map(({ create_time: createTime, admin_id: _id, status, design, ...one }): SectionRevision => ({
          ...one,
          // The server has read the design by its schema, which would weigh more here than all that draws.
          design: design as SectionDesign,
          status: status as SectionRevision['status'],
          createTime,
        }));
      }),
      revert: fromPromise(({ input, signal }): Promise<unknown> => {
        const { subject, ...wish } = input;
        return subject === 'life'
          ? revertLife(call, input, signal)
          : call(revertSection, wish, { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS });
      }),
    },
  });

import { fromPromise } from 'xstate';
import { decodeRecord } from '#api/contract/table/record-codec';
import type { Resource } from '#domain/table/resource';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { usualTags } from '#domain/fields/usual-tags';
import { tagOptionsMachine } from '#machines/fields/tag-options.machine';
import type { RecordFormPorts } from '../table/record-form.actors.ts';
import { openResource } from './open-resource.ts';

/** Of so many records, those that their list begins with, tags are offered: one page, however large the section is. */
const ROWS = 100;

type Ports = Pick<RecordFormPorts, 'call'> & { readonly resourceOf?: (name: string) => Resource | Promise<Resource> };

/** Reads which tags the records at the head of the list have; who may not see the list is offered none. */
export const tagOptionsLogic = ({ call, resourceOf = openResource }: Ports): typeof tagOptionsMachine =>
  tagOptionsMachine.provide({
    actors: {
      loadTags: fromPromise(async ({ input: { of, field }, signal }) => {
        const resource = await resourceOf(of);
        const query = { isTree: '0', limit: ROWS };
        const { list = [] } = await call(resourceEndpoints(resource).list, query, { signal, duplicates: 'allowed' });
        return usualTags(list.map((row) => decodeRecord(resource.fields, row).values[field]));
      }),
    },
  });

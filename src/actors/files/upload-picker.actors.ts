import { textOrEmpty } from '#domain/base/plain-value';
import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { listInput } from '#api/list-input';
import { EMPTY_QUERY, type CollectionQuery } from '#domain/table/resource-query';
import { PICKER_LIMIT, uploadPickerMachine } from '#machines/files/upload-picker.machine';
import { decodeRows } from '../table/decode-rows.ts';

/** Reads stored files for a choice. Source: wire protocol §6.7. */
export const uploadPickerLogic = ({ call }: { readonly call: Call }): typeof uploadPickerMachine =>
  uploadPickerMachine.provide({
    actors: {
      loadFiles: fromPromise(async ({ input: { picturesOnly, text, page }, signal }) => {
        const query: CollectionQuery = {
          ...EMPTY_QUERY,
          page,
          limit: PICKER_LIMIT,
          quickSearch: text.trim(),
          order: { field: 'lastUploadTime', direction: 'desc' },
          search: picturesOnly ? [{ field: 'mimeType', operator: 'LIKE', value: 'image' }] : [],
        };
        const { list, total } = await call(resourceEndpoints(attachment).list, listInput(attachment, query), {
          signal,
          duplicates: 'allowed',
        });
        const rows = decodeRows(attachment.fields, list ?? []);
        return {
          files: rows.map((row) => ({ id: row.id, url: textOrEmpty(row['url']), name: textOrEmpty(row['name']) })),
          total: total ?? rows.length,
        };
      }),
    },
  });

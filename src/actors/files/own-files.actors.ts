import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listOwnFiles, removeOwnFile } from '#api/contract/files/own-files';
import { FILES_A_PAGE, ownFilesMachine, type OwnFilesPage } from '#machines/files/own-files.machine';

/** The member's files, as the server has them. */
export const ownFilesLogic = ({ call }: { readonly call: Call }): typeof ownFilesMachine =>
  ownFilesMachine.provide({
    actors: {
      loadFiles: fromPromise(async ({ input: { page }, signal }): Promise<OwnFilesPage> => {
        const { list, total, space } = await call(listOwnFiles, { page, limit: FILES_A_PAGE }, { signal, duplicates: 'allowed' });
        return {
          list: list.map(
            ({ id, name, url, full_url: fullUrl, size: sizeBytes, mimetype, create_time: createTime, is_avatar: isAvatar }) => ({
              id,
              name,
              url,
              fullUrl,
              sizeBytes,
              isPicture: mimetype.startsWith('image/'),
              createTime,
              isAvatar,
            }),
          ),
          total,
          usedBytes: space.bytes,
          maxBytes: space.max_bytes,
          maxFiles: space.max_files,
        };
      }),
      removeFile: fromPromise(async ({ input, signal }) => {
        await call(removeOwnFile, input, { signal });
      }),
    },
  });

import { runServer } from '../../server/run-server.ts';
import { sha256 } from '../../server/services/digest.ts';

/**
 * `npm run start:test`: the real application with controls that only tests may have, on this machine only.
 * POST /test-controls/expire-token with `{ token }` makes an access token as old as it can get.
 */
await runServer(
  (app, { database }) => ({
    async fetch(request, info) {
      if (new URL(request.url).pathname !== '/test-controls/expire-token' || request.method !== 'POST') return app.fetch(request, info);
      const { token } = (await request.json()) as { readonly token: string };
      const expired = await database.kysely
        .updateTable('token')
        .set({ expire_time: 0 })
        .where('hash', '=', await sha256(token))
        .executeTakeFirst();
      return Response.json({ expired: Number(expired.numUpdatedRows) });
    },
  }),
  (env) => ({ ...env, host: '127.0.0.1' }),
);

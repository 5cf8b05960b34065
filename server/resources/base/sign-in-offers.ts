import type { Kysely } from 'kysely';
import type { SignInOffer } from '#domain/app/site-config';
import type { Tables } from '../../db/tables/tables.ts';

/** Those that people may sign in by now, in their order. Whoever runs a site has a few. */
export const readSignInOffers = (kysely: Kysely<Tables>): Promise<SignInOffer[]> =>
  kysely
    .selectFrom('sign_in_provider')
    .select(['id', 'name', 'audiences'])
    .where('status', '=', '1')
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .limit(20)
    .execute();

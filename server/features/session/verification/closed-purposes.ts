import type { Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../../db/tables/tables.ts';

const SETTINGS = ['open_member_center', 'member_registration', 'code_sign_in'] as const;

/** @throws the refusal of what a code would be good for while that is switched off: it would cost a message, and be refused with the next step */
export async function refuseClosedPurpose(kysely: Kysely<Tables>, purpose: string): Promise<void> {
  const rows = await kysely.selectFrom('config').select(['name', 'value']).where('name', 'in', SETTINGS).execute();
  const value = (name: (typeof SETTINGS)[number]) => rows.find((row) => row.name === name)?.value ?? null;
  if (value('open_member_center') !== '1') throw rejection('refusals.member.closed');
  if (purpose === 'user_register' && value('member_registration') === 'closed') throw rejection('refusals.member.registrationClosed');
  if (purpose === 'user_login' && value('code_sign_in') !== '1') throw rejection('refusals.member.noCodeSignIn');
}

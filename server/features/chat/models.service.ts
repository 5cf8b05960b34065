import { rejection } from '#domain/base/failure';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Language } from '../../base/messages.ts';
import type { Usage } from './answer/draft.ts';
import type { ChatOwner } from './base/owner.ts';

export type ModelRow = Row<'chat_model'>;

/** Which models may answer, and what the site tells them. */
export interface Models {
  /** In the order they are offered in. */
  offered(): Promise<readonly ModelRow[]>;
  /** @param ids in the order of preference. @throws the refusal where the first one was asked for and is gone, or there is none at all */
  choose(wanted: number | null, usual: number | null): Promise<ModelRow>;
  prompts(kind: 'starter' | 'command', owner: ChatOwner): Promise<readonly { id: number; name: string; text: string }[]>;
  /** What all models are told of the site, for these readers. */
  systemText(owner: ChatOwner): Promise<string>;
}

const MOST_PROMPTS = 50;

export function createModels({ database: { kysely } }: Pick<ServerPorts, 'database'>): Models {
  const offered = (): Promise<readonly ModelRow[]> =>
    kysely.selectFrom('chat_model').selectAll().where('status', '=', '1').orderBy('weigh', 'desc').orderBy('id').execute();

  const promptRows = (kind: 'system' | 'starter' | 'command', owner: ChatOwner) =>
    kysely
      .selectFrom('chat_prompt')
      .selectAll()
      .where('kind', '=', kind)
      .where('status', '=', '1')
      .where('audience', 'in', ['all', owner.kind])
      .orderBy('weigh', 'desc')
      .orderBy('id')
      .limit(MOST_PROMPTS)
      .execute();

  return {
    offered,

    async choose(wanted, usual) {
      const rows = await offered();
      const named = rows.find(({ id }) => id === wanted);
      if (wanted !== null && !named) throw rejection('refusals.chat.modelGone');
      const model = named ?? rows.find(({ id }) => id === usual) ?? rows[0];
      if (!model) throw rejection('refusals.chat.noModel');
      return model;
    },

    async prompts(kind, owner) {
      const rows = await promptRows(kind, owner);
      return rows.map((row) => ({ id: row.id, ...inLanguage(row, owner.caller.client.language) }));
    },

    async systemText(owner) {
      const rows = await promptRows('system', owner);
      return rows.map((row) => inLanguage(row, owner.caller.client.language).text).join('\n\n');
    },
  };
}

const inLanguage = (row: Row<'chat_prompt'>, language: Language): { name: string; text: string } =>
  language === 'en' ? { name: row.name_en || row.name, text: row.body_en || row.body } : { name: row.name, text: row.body };

const MILLION = 1_000_000;

/** Points or cents, rounded up: what costs something is never free. */
export const costOf =
  ({ charge, price_in: priceIn, price_out: priceOut }: Pick<ModelRow, 'charge' | 'price_in' | 'price_out'>) =>
  ({ inputTokens, outputTokens }: Omit<Usage, 'cost'>): number =>
    charge === 'free' ? 0 : Math.ceil((inputTokens * priceIn + outputTokens * priceOut) / MILLION);

import { needsKey } from '#domain/chat/answer';
import { rejection } from '#domain/base/failure';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Language } from '../../base/messages.ts';
import type { Usage } from './answer/draft.ts';
import type { ChatOwner } from './base/owner.ts';

export type ModelRow = Row<'chat_model'>;

/** Which models may answer, and what the site tells them. */
export interface Models {
  /** Those that this reader may use and that can be asked, in the order they are offered in; the first is the usual one. */
  offered(owner: ChatOwner): Promise<readonly ModelRow[]>;
  /**
   * The model that was asked for, else the usual one of the conversation, else the usual one of all.
   * @throws the refusal where the one that was asked for is not offered, or there is none at all
   */
  choose(owner: ChatOwner, wanted: number | null, usual: number | null): Promise<ModelRow>;
  prompts(kind: 'starter' | 'command', owner: ChatOwner): Promise<readonly { id: number; name: string; text: string }[]>;
  /** What all models are told of the site, for these readers. */
  systemText(owner: ChatOwner): Promise<string>;
}

const MOST_PROMPTS = 50;

export function createModels({ database: { kysely } }: Pick<ServerPorts, 'database'>): Models {
  async function offered(owner: ChatOwner): Promise<readonly ModelRow[]> {
    const rows = await kysely
      .selectFrom('chat_model')
      .selectAll()
      .select((select) =>
        select.exists(select.selectFrom('chat_model_secret').select('model_id').whereRef('model_id', '=', 'chat_model.id')).as('has_key'),
      )
      .where('status', '=', '1')
      .orderBy('weigh', 'desc')
      .orderBy('id')
      .execute();
    return rows.filter((row) => isFor(row, owner) && (row.has_key === true || !needsKey(row.protocol)));
  }

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

    async choose(owner, wanted, usual) {
      const rows = await offered(owner);
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

/** Groups narrow it for members alone: visitors have none, and those of staff are about rights. */
const isFor = ({ audiences, member_groups: groups }: ModelRow, { kind, groupIds }: ChatOwner): boolean =>
  audiences.includes(kind) && (kind !== 'member' || groups.length === 0 || groups.some((id) => groupIds.includes(id)));

const inLanguage = (row: Row<'chat_prompt'>, language: Language): { name: string; text: string } =>
  language === 'en' ? { name: row.name_en || row.name, text: row.body_en || row.body } : { name: row.name, text: row.body };

/** Millionths of a cent, or of a point: a price is for a million tokens, so that nothing is rounded before it is charged. */
export const costOf =
  ({ price_in: priceIn, price_out: priceOut }: Pick<ModelRow, 'price_in' | 'price_out'>) =>
  ({ inputTokens, outputTokens }: Omit<Usage, 'cost'>): number =>
    inputTokens * priceIn + outputTokens * priceOut;

import { COST_IN_A_CENT } from '#domain/chat/cost';
import { rejection } from '#domain/base/failure';
import { localText } from '#domain/base/zone-time';
import { CHAT_SENDS_PER_NETWORK, CHAT_SENDS_PER_NETWORK_A_DAY } from './limits.ts';
import type { GuessLimit } from '../../../base/limits.ts';
import type { Row } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { count, type Counted, countedUnder, isSpent, type ThrottleKey, tooManyAttempts } from '../../base/throttle.ts';
import type { ChatSettings } from './settings.ts';
import { type ChatOwner, isKnown, type KnownOwner, ownerKey } from './owner.ts';

export type Quota = Pick<Row<'chat_quota'>, 'messages_a_day' | 'tokens_a_day' | 'cost_a_day' | 'answers_at_once' | 'input_characters'>;

export interface QuotaLeft extends Quota {
  readonly messagesLeft: number | null;
  readonly tokensLeft: number | null;
}

/** How much somebody may ask. Messages are counted over the last day, tokens and costs since the site's midnight. */
export interface Quotas {
  of(owner: ChatOwner): Promise<Quota>;
  left(owner: ChatOwner): Promise<QuotaLeft>;
  /** Counts a question before it is asked. @throws the refusal that says what is used up */
  spend(owner: KnownOwner, model: Pick<Row<'chat_model'>, 'protocol'>): Promise<Spending>;
}

export interface Spending extends Counted {
  /** Gives back the question, but not what its network has had: a model that answers nobody must not fill the tables. */
  takeBackOfOwner(): Promise<void>;
}

/** Where the table says nothing of an audience. */
const NONE: Quota = { messages_a_day: 0, tokens_a_day: null, cost_a_day: null, answers_at_once: 1, input_characters: 8000 };

const aDay = (messages: number): GuessLimit => ({ count: messages, windowSeconds: 86_400, bucketSeconds: 3600 });

const messageKey = (owner: KnownOwner, messages: number): ThrottleKey => ({ key: ownerKey(owner), limit: aDay(messages) });

export function createQuotas(ports: Pick<ServerPorts, 'database' | 'clock'>, settings: () => Promise<ChatSettings>): Quotas {
  const { kysely } = ports.database;

  /** The most that one of the groups gives, else what the audience has. */
  async function of({ kind, groupIds }: ChatOwner): Promise<Quota> {
    const rows = await kysely
      .selectFrom('chat_quota')
      .select(['group_id', 'messages_a_day', 'tokens_a_day', 'cost_a_day', 'answers_at_once', 'input_characters'])
      .where('audience', '=', kind)
      .execute();
    const ofGroups = rows.filter((row) => row.group_id !== null && groupIds.includes(row.group_id));
    const most = (a: Quota, b: Quota): Quota => ((a.messages_a_day ?? Infinity) >= (b.messages_a_day ?? Infinity) ? a : b);
    const [first = rows.find((row) => row.group_id === null), ...others] = ofGroups;
    return others.reduce(most, first ?? NONE);
  }

  async function usageOfDay() {
    const { timeZone } = await readSiteSettings(kysely);
    return kysely
      .selectFrom('chat_usage')
      .select((select) => [
        select.fn.sum<string | null>(select('input_tokens', '+', select.ref('output_tokens'))).as('tokens'),
        select.fn.sum<string | null>('cost').as('cost'),
      ])
      .where('day', '=', localText(nowSeconds(ports), timeZone).slice(0, 10));
  }

  async function usedToday({ kind, id }: KnownOwner): Promise<{ readonly tokens: number; readonly cost: number }> {
    const ofDay = await usageOfDay();
    const { tokens, cost } = await ofDay.where('owner_type', '=', kind).where('owner_id', '=', id).executeTakeFirstOrThrow();
    return { tokens: Number(tokens ?? 0), cost: Number(cost ?? 0) };
  }

  /** Whoever asks under a new name in a new network has used nothing; all of them together have. @throws the refusal where that is too much */
  async function requireForVisitors(): Promise<void> {
    const { tokensOfVisitors: most } = await settings();
    if (most === 0) return;
    const ofDay = await usageOfDay();
    const { tokens } = await ofDay
      .where('owner_type', '=', 'visitor')
      .where('model_id', 'not in', kysely.selectFrom('chat_model').select('id').where('protocol', '=', 'builtIn'))
      .executeTakeFirstOrThrow();
    if (Number(tokens ?? 0) >= most) throw rejection('refusals.chat.visitorsSpent');
  }

  const tokensLeft = async (owner: KnownOwner, { tokens_a_day: tokens }: Quota): Promise<number | null> =>
    tokens === null ? null : Math.max(0, tokens - (await usedToday(owner)).tokens);

  return {
    of,

    async left(owner) {
      const quota = await of(owner);
      const messages = quota.messages_a_day;
      if (!isKnown(owner)) return { ...quota, messagesLeft: messages, tokensLeft: quota.tokens_a_day };
      const asked = messages === null ? 0 : await countedUnder(ports, messageKey(owner, messages));
      return {
        ...quota,
        messagesLeft: messages === null ? null : Math.max(0, messages - asked),
        tokensLeft: await tokensLeft(owner, quota),
      };
    },

    async spend(owner, { protocol }) {
      const quota = await of(owner);
      if ((await tokensLeft(owner, quota)) === 0) throw rejection('refusals.chat.tokensSpent');
      const { cost_a_day: cents } = quota;
      if (cents !== null && (await usedToday(owner)).cost >= cents * COST_IN_A_CENT) throw rejection('refusals.chat.costSpent');
      if (owner.kind === 'visitor' && protocol !== 'builtIn') await requireForVisitors();
      const ofNetwork =
        owner.kind === 'visitor'
          ? [
              { key: `chat-network:${owner.network}`, limit: CHAT_SENDS_PER_NETWORK },
              { key: `chat-network-day:${owner.network}`, limit: CHAT_SENDS_PER_NETWORK_A_DAY },
            ]
          : [];
      const byNetwork = await count(ports, ofNetwork);
      if (isSpent(byNetwork)) throw tooManyAttempts(byNetwork.waitSeconds);
      if (quota.messages_a_day === null) return { ...byNetwork, takeBackOfOwner: () => Promise.resolve() };
      const byOwner = await count(ports, [messageKey(owner, quota.messages_a_day)]);
      if (isSpent(byOwner)) {
        await byNetwork.takeBack();
        throw rejection(owner.kind === 'visitor' ? 'refusals.chat.visitorSpent' : 'refusals.chat.messagesSpent', {
          count: quota.messages_a_day,
          hours: Math.ceil(byOwner.waitSeconds / 3600),
        });
      }
      return {
        takeBackOfOwner: () => byOwner.takeBack(),
        async takeBack() {
          await byOwner.takeBack();
          await byNetwork.takeBack();
        },
      };
    },
  };
}

import type { Generated } from 'kysely';
import type { ChatCharge, ChatOwnerKind, ModelProtocol } from '#domain/chat/answer';
import type { JsonWithDefault, Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface ChatModelTable extends Stamped, Versioned {
  id: Generated<number>;
  name: string;
  protocol: ModelProtocol;
  base_url: Generated<string>;
  /** As the provider calls it. */
  model: Generated<string>;
  max_output_tokens: Generated<number>;
  context_tokens: Generated<number>;
  takes_images: Generated<Switch>;
  shows_thinking: Generated<Switch>;
  /** Whether it may ask for tools, where administrators talk with it. */
  takes_tools: Generated<Switch>;
  /** Whether it is told placeholders in the place of addresses and numbers of people. */
  mask_personal: Generated<Switch>;
  /** What its answers take from members, by its prices. */
  charge: Generated<ChatCharge>;
  /** Whose questions it answers. */
  audiences: JsonWithDefault<readonly ChatOwnerKind[]>;
  /** Ids of groups; empty for all members. */
  member_groups: JsonWithDefault<readonly number[]>;
  /** What the section shows: whether there is a key, or one is missing without which nobody answers. */
  key_state: Generated<'none' | 'set' | 'missing'>;
  /** Points or cents for a million tokens. */
  price_in: Generated<number>;
  price_out: Generated<number>;
  status: Generated<Switch>;
  weigh: Generated<number>;
}

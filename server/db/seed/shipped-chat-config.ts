import type { NewRow } from '../tables/tables.ts';

const chat = (
  id: number,
  name: string,
  title: string,
  tip: string,
  type: 'switch' | 'number',
  value: string,
  weigh: number,
): NewRow<'config'> => ({
  id,
  name,
  group: 'chat',
  title,
  tip,
  type,
  value,
  rule: type === 'number' ? 'required' : '',
  weigh,
});

/** The settings of the chat: who may ask, how long what was asked is kept, and what all visitors may use. */
export const SHIPPED_CHAT_CONFIG: readonly NewRow<'config'>[] = [
  chat(80, 'chat_visitors', 'Visitors may ask', 'Anybody, without a sign-in', 'switch', '1', 99),
  chat(81, 'chat_members', 'Members may ask', '', 'switch', '1', 98),
  chat(82, 'chat_staff', 'Staff may ask', 'In the back office, with the right to it', 'switch', '1', 97),
  chat(
    83,
    'chat_label',
    'Mark answers as AI-generated',
    'Stands at conversations, and at what is copied and shared of them',
    'switch',
    '1',
    96,
  ),
  chat(84, 'chat_visitor_days', 'Keep conversations of visitors', 'Days since the last message; 0 keeps them for ever', 'number', '7', 95),
  chat(
    85,
    'chat_member_days',
    'Keep conversations of members and staff',
    'Days since the last message; 0 keeps them for ever',
    'number',
    '0',
    94,
  ),
  chat(86, 'chat_temporary_hours', 'Keep temporary conversations', 'Hours since the last message', 'number', '24', 93),
  chat(
    100,
    'chat_visitor_tokens',
    'Tokens of all visitors a day',
    'Together, by models of others; 0 for no limit. The built-in answerer is not counted',
    'number',
    '1000000',
    92,
  ),
  chat(
    88,
    'chat_costs',
    'Show costs to visitors and members',
    'At each answer; prices of models can be told from them. Staff always see costs',
    'switch',
    '0',
    91,
  ),
];

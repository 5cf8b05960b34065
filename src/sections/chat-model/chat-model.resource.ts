import { defineResource } from '#api/contract/table/resource';
import { checkChatModel } from './chat-model.rules.ts';

const OF_OTHERS = { protocol: ['openaiChat', 'openaiResponses', 'anthropic', 'gemini'] };

/** What answers in the chat, in the order it is offered in. Keys lie apart, encrypted. Source: open content, "Chat page". */
export const chatModel = defineResource({
  name: 'chatModel',
  controller: 'chat.Model',
  table: 'chat_model',
  menu: { under: 'chat', icon: 'el-icon-Setting', sortOrder: 95, nodes: ['try'] },
  titleField: 'name',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  isSmall: true,
  check: checkChatModel,
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
    name: { kind: 'string', required: true, maxLength: 60, quickSearch: true, search: 'text', hint: true },
    protocol: {
      kind: 'select',
      options: ['openaiChat', 'openaiResponses', 'anthropic', 'gemini', 'builtIn'],
      optionColors: { builtIn: 'gray' },
      required: true,
      search: 'select',
      initial: 'openaiChat',
      hint: true,
      bulk: 'never',
      widthPx: 170,
    },
    model: { kind: 'string', required: true, maxLength: 200, quickSearch: true, when: OF_OTHERS, hint: true, widthPx: 190 },
    baseUrl: { kind: 'string', maxLength: 500, when: OF_OTHERS, hint: true, list: 'hidden', widthPx: 220 },
    apiKey: { kind: 'secret', when: OF_OTHERS, hint: true },
    keyState: {
      kind: 'select',
      options: ['none', 'set', 'missing'],
      optionColors: { none: 'gray', set: 'teal', missing: 'orange' },
      form: 'never',
      widthPx: 110,
    },
    audiences: {
      kind: 'checkbox',
      options: ['visitor', 'member', 'admin'],
      initial: ['member', 'admin'],
      hint: true,
      widthPx: 190,
    },
    memberGroups: { kind: 'remoteSelects', of: 'memberGroup', hint: true, list: 'hidden', widthPx: 160 },
    takesImages: { kind: 'switch', initial: false, when: OF_OTHERS, hint: true, list: 'hidden' },
    takesTools: { kind: 'switch', initial: false, when: OF_OTHERS, hint: true, list: 'hidden' },
    maskPersonal: { kind: 'switch', initial: true, when: OF_OTHERS, hint: true, list: 'hidden' },
    contextTokens: { kind: 'integer', required: true, min: 100, max: 10_000_000, initial: 32_000, hint: true, list: 'hidden' },
    maxOutputTokens: { kind: 'integer', required: true, min: 1, max: 1_000_000, initial: 4096, hint: true, list: 'hidden' },
    priceIn: { kind: 'money', required: true, min: 0, max: 99_999_999_99, initial: 0, hint: true, list: 'hidden', widthPx: 120 },
    priceOut: { kind: 'money', required: true, min: 0, max: 99_999_999_99, initial: 0, hint: true, list: 'hidden', widthPx: 120 },
    status: { kind: 'switch', initial: true, search: 'select', widthPx: 90 },
    weigh: { kind: 'sortOrder', sortable: true, list: 'hidden' },
    version: { kind: 'version', list: 'never' },
    createTime: { kind: 'createTime', sortable: true, list: 'hidden' },
    updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
  },
});

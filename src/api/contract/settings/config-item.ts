import { CONFIG_RULES, CONFIG_TYPES } from '#domain/settings/config-item';
import { defineResource } from '../table/resource.ts';

/** A setting as somebody adds it. No section: only the form of the settings' page has it. Source: wire protocol §5.13, "POST add". */
export const configItem = defineResource({
  name: 'configItem',
  controller: 'routine.Config',
  table: 'config',
  titleField: 'title',
  rowActions: [],
  defaultOrder: { field: 'sortOrder', direction: 'desc' },
  fields: {
    group: { kind: 'string', required: true, maxLength: 30 },
    name: { kind: 'variableName', required: true, maxLength: 30, hint: true },
    title: { kind: 'string', required: true, maxLength: 50 },
    type: { kind: 'select', options: CONFIG_TYPES, required: true, initial: 'string' },
    tip: { kind: 'string', maxLength: 100 },
    sortOrder: { kind: 'integer', column: 'weigh', hint: true },
    rule: { kind: 'checkbox', options: CONFIG_RULES },
    content: { kind: 'textarea', hint: true },
    extend: { kind: 'textarea', maxLength: 200, hint: true },
    inputExtend: { kind: 'textarea', column: 'inputExtend', maxLength: 200, hint: true },
  },
});

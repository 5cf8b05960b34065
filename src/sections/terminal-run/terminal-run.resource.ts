import { RUN_OUTCOMES } from '#domain/terminal/kept-run';
import { defineResource } from '#api/contract/table/resource';

/**
 * What was run in the terminal: who ran which command, when, from where, and how it ended. The server alone writes it, and forgets it with
 * time. Who may open it sees their own; those of everybody are for super administrators, and for who has a right of its own to them.
 */
export const terminalRun = defineResource({
  name: 'terminalRun',
  controller: 'auth.TerminalRun',
  table: 'terminal_run',
  menu: { under: 'auth', icon: 'local-log', sortOrder: 94, nodes: ['all'] },
  titleField: 'command',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list'],
  isSmall: true,
  fields: {
    id: { kind: 'id', sortable: true, search: 'equal', list: 'hidden', widthPx: 80 },
    command: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 250 },
    line: { kind: 'string', form: 'never', quickSearch: true, search: 'text', widthPx: 200 },
    status: {
      kind: 'select',
      options: RUN_OUTCOMES,
      optionColors: { running: 'blue', success: 'teal', failed: 'red', stopped: 'gray', interrupted: 'orange' },
      form: 'never',
      search: 'select',
      widthPx: 120,
    },
    exitCode: { kind: 'integer', form: 'never', search: 'equal', widthPx: 90 },
    durationMs: { kind: 'integer', form: 'never', sortable: true, query: 'byPeople', widthPx: 100 },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true, form: 'never', search: 'select', widthPx: 140 },
    ip: { kind: 'string', form: 'never', search: 'equal', widthPx: 130 },
    userAgent: { kind: 'string', column: 'useragent', form: 'never', list: 'hidden', query: 'never', widthPx: 150 },
    uuid: { kind: 'string', form: 'never', search: 'equal', list: 'hidden', widthPx: 260 },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
    endTime: { kind: 'dateTime', form: 'never', list: 'hidden' },
  },
});

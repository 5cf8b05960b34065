import type { Life } from '#domain/life/life';

/**
 * What members ask for is thought over for seven days, and then done by itself. Whoever changes their mind keeps the account; staff cancels what
 * was asked for by somebody else. What the program sends is called apart from what staff sends, so that no site closes the member's own way back.
 */
export const memberDeletionLife: Life = {
  field: 'status',
  chart: {
    id: 'memberDeletion',
    initial: 'asked',
    states: {
      asked: {
        on: { cancel: 'cancelled', keep: 'cancelled', end: 'done' },
        after: { reminder: { actions: ['reminded'] }, due: 'done' },
        meta: { keeps: true, relied: true },
      },
      cancelled: { type: 'final', meta: { keeps: true, relied: true } },
      done: { type: 'final', meta: { keeps: true, relied: true } },
    },
  },
  events: {
    cancel: { right: 'own', asks: { comment: 'optional' }, undo: 'never' },
    keep: { right: 'none', undo: 'never' },
    end: { right: 'none', undo: 'never' },
  },
  conditions: {},
  // Who was told after the day has come would be told of nothing.
  delays: { reminder: { field: 'remindTime', late: 'skip' }, due: { field: 'dueTime' } },
  effects: { reminded: { set: 'remindTime', to: { value: null } } },
};

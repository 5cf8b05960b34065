import { FailureError } from '#domain/base/failure';
import type { SavedView } from '#domain/table/saved-view';
import { savedViewsMachine } from '#machines/table/saved-views.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const content = { params: { status: 'on' }, columns: { order: [], shown: [], hidden: [], pinned: [], widthsPx: {} } };
const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: `View ${id}`,
  scope: 'own',
  isDefault: false,
  isMine: true,
  owner: 'Lin',
  ...content,
  ...more,
});
const offline = new FailureError({ kind: 'unreachable', online: false });
const draft = { name: 'New', scope: 'own', isDefault: false, ...content } as const;

describeModel({
  machine: savedViewsMachine,
  inputs: [
    { resource: 'goods', isPlain: true },
    { resource: 'goods', isPlain: false },
  ],
  events: [
    done('loadViews', { views: [view(1), view(2, { isMine: false, scope: 'all', isDefault: true })], scopes: ['own'] }),
    done('loadViews', { views: [view(3), view(4, { scope: 'group' })], scopes: ['own', 'group', 'all'] }),
    failed('loadViews', offline),
    { type: 'views.opened' },
    done('renewViews', { views: [view(1, { params: { status: 'off' } })], scopes: ['own'] }),
    failed('renewViews', offline),
    { type: 'views.retried' },
    { type: 'views.chosen', id: 1 },
    { type: 'views.chosen', id: 9 },
    { type: 'views.saveRequested', draft },
    { type: 'views.saveRequested', draft: { ...draft, name: ' ' } },
    { type: 'views.saveRequested', draft: { ...draft, scope: 'all' } },
    { type: 'views.removeRequested', id: 1 },
    { type: 'views.removeRequested', id: 2 },
    { type: 'views.removeRequested', id: 4 },
    { type: 'views.removeConfirmed' },
    { type: 'views.removeCancelled' },
    done('saveView', 3),
    failed('saveView', offline),
    done('removeView'),
    failed('removeView', offline),
  ],
  view: ({ context: { views, currentId, before, failure, draft: kept, removedId } }) => ({
    views: views?.map(({ id }) => id) ?? null,
    currentId,
    before: before && before.id,
    hasFailure: failure !== null,
    isSaving: kept !== null,
    removedId,
  }),
  // What is shown can be opened, whatever else goes on.
  always: (snapshot) =>
    (snapshot.context.views ?? []).every(({ id }) => snapshot.can({ type: 'views.chosen', id })) &&
    snapshot.hasTag('busy') === (['loading', 'saving', 'removing'] as const).some((state) => snapshot.matches(state)) &&
    (snapshot.context.draft !== null) === snapshot.matches('saving') &&
    (snapshot.context.removedId !== null) === (snapshot.matches('removing') || snapshot.matches('confirming')) &&
    // One's own goes at once; what others use is asked about.
    (!snapshot.matches('confirming') || snapshot.context.removedId === 4) &&
    (!snapshot.matches('failed') || snapshot.context.failure !== null),
});

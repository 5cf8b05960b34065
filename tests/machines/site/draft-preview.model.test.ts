import { FailureError } from '#domain/base/failure';
import { draftPreviewMachine } from '#machines/site/draft-preview.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: draftPreviewMachine,
  inputs: [{ kind: 'notice', id: 3 }],
  events: [
    { type: 'draftPreview.opened' },
    { type: 'draftPreview.retried' },
    done('issue', { 'zh-cn': '/notices/3?preview=a', en: '/en/notices/3?preview=b' }),
    after('freshness', 'draftPreview.ready'),
    failed('issue', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.addresses?.en, context.failure?.kind],
  always: (snapshot) =>
    (!snapshot.matches('ready') || snapshot.context.addresses !== null) &&
    snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});

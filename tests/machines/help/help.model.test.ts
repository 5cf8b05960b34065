import { FailureError } from '#domain/base/failure';
import type { HelpFind, HelpHeading, HelpPage } from '#domain/help/help-page';
import { helpMachine } from '#machines/help/help.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const heading = (slug: string, route: string): HelpHeading => ({ slug, title: slug, route, audience: 'admin' });
const contents = [heading('goods', '/admin/goods/goods'), heading('undo', '/admin')];
const article = (slug: string): HelpPage => ({ ...heading(slug, '/admin'), body: 'Text.' });
const finds: readonly HelpFind[] = [{ slug: 'undo', title: 'undo', excerpt: 'Text.' }];

describeModel({
  machine: helpMachine,
  inputs: [
    { area: 'admin', path: '/admin/goods/goods' },
    { area: 'admin', path: '/admin/nowhere' },
  ],
  events: [
    { type: 'help.questionTyped', question: 'take back' },
    { type: 'help.questionTyped', question: ' ' },
    { type: 'help.articleChosen', slug: 'undo' },
    { type: 'help.backRequested' },
    { type: 'help.retried' },
    done('loadContents', contents),
    failed('loadContents', new FailureError({ kind: 'timeout' })),
    done('search', finds),
    failed('search', new FailureError({ kind: 'timeout' })),
    done('readArticle', article('undo')),
    failed('readArticle', new FailureError({ kind: 'timeout' })),
    after('typingPause', 'help.pausing'),
  ],
  // From link to link a trail has no end.
  only: ({ context }, event) => event.type !== 'help.articleChosen' || context.trail.length < 2,
  view: ({ context }) => [context.trail, context.question, context.finds.length, context.article?.slug, context.failure?.kind],
  // An article is there only while it is read, a failure only where there is none; what is read is the last of the trail.
  always: (snapshot) =>
    snapshot.matches('open') === (snapshot.context.article !== null) &&
    snapshot.hasTag('failed') === (snapshot.context.failure !== null) &&
    snapshot.hasTag('reading') === snapshot.context.trail.length > 0,
});

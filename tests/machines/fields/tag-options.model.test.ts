import { tagOptionsMachine } from '#machines/fields/tag-options.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: tagOptionsMachine,
  inputs: [{ of: 'goods', field: 'tags' }],
  events: [{ type: 'tags.asked' }, done('loadTags', ['new', 'spring']), failed('loadTags', new Error('no answer'))],
  view: ({ context }) => context.tags.length,
  always: (snapshot) => snapshot.matches('known') === snapshot.context.tags.length > 0,
});

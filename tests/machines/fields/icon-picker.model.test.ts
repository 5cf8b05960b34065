import { FailureError } from '#domain/base/failure';
import type { IconEntry } from '#domain/base/icon';
import { iconPickerMachine } from '#machines/fields/icon-picker.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const icon = (shape: string): IconEntry => ({ name: `el-icon-${shape}`, words: [shape.toLowerCase()] });

describeModel({
  machine: iconPickerMachine,
  inputs: [{ chosen: '' }, { chosen: 'el-icon-Bell' }, { chosen: 'fa fa-rocket' }],
  events: [
    { type: 'icons.libraryChosen', library: 'iconfont' },
    { type: 'icons.searched', text: 'bell' },
    { type: 'icons.cursorMoved', to: 1 },
    { type: 'icons.retried' },
    { type: 'icons.picked', name: 'el-icon-Cup' },
    done('listIcons', [icon('Cup'), icon('Bell')]),
    done('listIcons', []),
    failed('listIcons', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context }) => ({
    library: context.library,
    cursor: context.cursor,
    text: context.text,
    icons: context.icons.length,
    chosen: context.chosen,
  }),
  always: (snapshot) => {
    const { icons, cursor, failure } = snapshot.context;
    const isListed = snapshot.matches('ready') || snapshot.matches('chosen');
    return icons.length > 0 === isListed && (cursor === 0 || isListed) && (!snapshot.hasTag('failed') || failure !== null);
  },
});

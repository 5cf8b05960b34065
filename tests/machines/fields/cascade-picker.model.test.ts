import { FailureError } from '#domain/base/failure';
import { cascadePickerMachine, type CascadeOption } from '#machines/fields/cascade-picker.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const option = (value: number, isDisabled = false): CascadeOption => ({ value, label: `Project ${value}`, isDisabled });
const offline = new FailureError({ kind: 'unreachable', online: false });
const source = { kind: 'project', type: 1 } as const;

describeModel({
  machine: cascadePickerMachine,
  inputs: [
    { source, lv: 2, value: null, labels: null },
    { source: { kind: 'area' }, lv: 2, value: [1, 11], labels: ['Project 1', 'Project 11'] },
    { source, lv: 1, value: [], labels: null },
  ],
  events: [
    { type: 'picker.opened' },
    { type: 'picker.closed' },
    { type: 'picker.moved', to: 'next' },
    { type: 'picker.moved', to: 'back' },
    { type: 'picker.pressed', level: 0, value: 1 },
    { type: 'picker.pressed', level: 0, value: 3 },
    { type: 'picker.pressed', level: 1, value: 11 },
    { type: 'picker.retried' },
    { type: 'picker.searchTyped', text: 'tea' },
    { type: 'picker.searchTyped', text: '  ' },
    { type: 'picker.foundPressed', index: 1 },
    { type: 'picker.foundPressed', index: 2 },
    { type: 'picker.foundConfirmed' },
    after('typingPause', 'cascadePicker.open.search.typing'),
    done('findPaths', [
      { value: [1, 11], labels: ['Project 1', 'Project 11'] },
      { value: [2], labels: ['Project 2'] },
    ]),
    done('findPaths', []),
    failed('findPaths', offline),
    { type: 'picker.cleared' },
    { type: 'picker.valueChanged', value: [2] },
    done('readChoice', { value: [1, 11], labels: ['Project 1', 'Project 11'] }),
    failed('readChoice', offline),
    done('loadLevel', [option(1), option(2), option(3, true)]),
    done('loadLevel', [option(11), option(12)]),
    done('loadLevel', []),
    failed('loadLevel', offline),
    done('remember', undefined),
    failed('remember', offline),
  ],
  view: (snapshot) => {
    const { value, labels, levels, path, cursor, found, foundIndex } = snapshot.context;
    return {
      value,
      path,
      level: cursor.level,
      isNamed: labels.length === value.length,
      levels: levels.map((options) => options.length),
      search: snapshot.matches({ open: 'search' }) && { found: found.length, foundIndex },
    };
  },
  only: ({ context: { levels, path } }, event) => {
    // A search takes the place of the levels, whichever they are.
    if (event.type === 'picker.searchTyped') return levels.length === 1 && path.length === 0;
    return levels.length <= 2 || !event.type.startsWith('xstate.done');
  },
  always: (snapshot) => {
    const { path, levels, lv } = snapshot.context;
    // What is shown below a level hangs on an option of it that may be chosen.
    const isHanging = path.every((id, level) => levels[level]?.some((one) => one.value === id && !one.isDisabled) ?? false);
    return (
      isHanging &&
      path.length < lv &&
      snapshot.hasTag('failed') === (snapshot.matches({ open: 'failed' }) || snapshot.matches({ open: { search: 'failed' } }))
    );
  },
});

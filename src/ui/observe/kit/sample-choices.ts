import { fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  cascadePickerMachine,
  type CascadeChoice,
  type CascadeOption,
  type ChoiceRequest,
  type LevelRequest,
  type SearchRequest,
} from '#machines/fields/cascade-picker.machine';
import { remoteSelectMachine, type OptionsPage, type OptionsRequest } from '#machines/fields/remote-select.machine';
import { t } from '../../base/i18n.ts';

export type ChoiceState = 'filled' | 'loading' | 'empty' | 'failed';

const never = (): Promise<never> => new Promise<never>(() => {});
const offline = (): Promise<never> => Promise.reject(new FailureError({ kind: 'unreachable', online: false }));
const words = (): readonly string[] => [t('dev.kit.sample.name'), t('dev.kit.sample.longName'), t('dev.kit.sample.third')];

const levelBelow = (depth: number): readonly CascadeOption[] =>
  words().map((label, index) => ({ value: (depth + 1) * 10 + index, label, isDisabled: depth > 0 && index === 2 }));

const LEVELS: Readonly<Record<ChoiceState, (depth: number) => Promise<readonly CascadeOption[]>>> = {
  filled: (depth) => Promise.resolve(levelBelow(depth)),
  loading: never,
  empty: () => Promise.resolve([]),
  failed: offline,
};

/** Levels that nobody has to be asked for. */
export const cascadeOf = (state: ChoiceState) =>
  cascadePickerMachine.provide({
    actors: {
      readChoice: fromPromise<CascadeChoice, ChoiceRequest>(state === 'loading' ? never : () => Promise.resolve({ value: [], labels: [] })),
      loadLevel: fromPromise<readonly CascadeOption[], LevelRequest>(({ input: { parents } }) => LEVELS[state](parents.length)),
      findPaths: fromPromise<readonly CascadeChoice[], SearchRequest>(({ input: { text } }) =>
        Promise.resolve(words().flatMap((label, index) => (label.includes(text) ? [{ value: [10 + index], labels: [label] }] : []))),
      ),
      remember: fromPromise<void, ChoiceRequest>(() => Promise.resolve()),
    },
  });

const OPTIONS: Readonly<Record<ChoiceState, (request: OptionsRequest) => Promise<OptionsPage>>> = {
  filled: ({ text, value }) => {
    const all = words().map((label, index) => ({ value: index + 1, label, parentId: null, depth: 0 }));
    const options = all.filter((option) => (value === null ? option.label.includes(text) : option.value === value));
    return Promise.resolve({ options, total: options.length, untold: 0 });
  },
  loading: never,
  empty: () => Promise.resolve({ options: [], total: 0, untold: 0 }),
  failed: offline,
};

/** Records of another section that nobody has to be asked for. */
export const remoteSelectOf = (state: ChoiceState) =>
  remoteSelectMachine.provide({
    actors: { loadOptions: fromPromise<OptionsPage, OptionsRequest>(({ input }) => OPTIONS[state](input)) },
  });

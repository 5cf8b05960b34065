import { fromPromise } from 'xstate';
import { lazyNow, lazyOnce } from '#actors/base/lazy-code';
import {
  cascadePickerMachine,
  type CascadeChoice,
  type CascadeOption,
  type ChoiceRequest,
  type LevelRequest,
} from '#machines/fields/cascade-picker.machine';
import { optionTreeMachine } from '#machines/fields/option-tree.machine';
import { remoteSelectMachine, type OptionsPage, type OptionsRequest, type RemoteOption } from '#machines/fields/remote-select.machine';
import { tagOptionsMachine } from '#machines/fields/tag-options.machine';
import { t } from '../../base/i18n.ts';
import type { LazyBundles } from '../../base/lazy-bundles.ts';

const offered = (): readonly RemoteOption[] =>
  (['small', 'medium', 'large'] as const).map((option, index) => ({
    value: index + 1,
    label: t(`fields.dev.options.${option}`),
    parentId: null,
    depth: 0,
  }));

/** A remote select whose records are always there, so that the page needs nobody to be signed in. */
const sampleRemoteSelect = remoteSelectMachine.provide({
  actors: {
    loadOptions: fromPromise<OptionsPage, OptionsRequest>(({ input: { text, value } }) => {
      const options = offered().filter((option) => (value === null ? option.label.includes(text) : option.value === value));
      return Promise.resolve({ options, total: options.length, untold: 0 });
    }),
  },
});

const areas = (level: number): readonly CascadeOption[] =>
  offered().map(({ value, label }) => ({ value: (level + 1) * 10 + value, label, isDisabled: false }));

/** Areas that are always there, three levels of them. */
const sampleCascade = cascadePickerMachine.provide({
  actors: {
    readChoice: fromPromise<CascadeChoice, ChoiceRequest>(({ input: { value } }) => {
      const chosen = value ?? [];
      const labels = chosen.map((id, level) => areas(level).find((area) => area.value === id)?.label ?? String(id));
      return Promise.resolve({ value: chosen, labels });
    }),
    loadLevel: fromPromise<readonly CascadeOption[], LevelRequest>(({ input: { parents } }) => Promise.resolve(areas(parents.length))),
    remember: fromPromise<void, ChoiceRequest>(() => Promise.resolve()),
  },
});

const samples = new WeakMap<LazyBundles, LazyBundles>();

/** Choices that are always there, without areas of the server, which only tells them to who is signed in. */
export function sampleBundles(real: LazyBundles): LazyBundles {
  const known = samples.get(real);
  if (known) return known;
  const bundles = {
    ...real,
    choice: lazyNow({ remoteSelect: sampleRemoteSelect, optionTree: optionTreeMachine, tagOptions: tagOptionsMachine }),
    dashboard: lazyOnce(async () => ({ ...(await real.dashboard()), cascadePicker: sampleCascade })),
  };
  samples.set(real, bundles);
  return bundles;
}

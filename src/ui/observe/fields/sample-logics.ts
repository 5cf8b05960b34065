import { fromPromise } from 'xstate';
import type { DeskParts } from '#actors/shell/dashboard.bundle';
import {
  cascadePickerMachine,
  type CascadeChoice,
  type CascadeOption,
  type ChoiceRequest,
  type LevelRequest,
} from '#machines/fields/cascade-picker.machine';
import { remoteSelectMachine, type OptionsPage, type OptionsRequest, type RemoteOption } from '#machines/fields/remote-select.machine';
import { t } from '../../base/i18n.ts';
import type { LeafLogics } from '../../base/leaf-logics.ts';

const offered = (): readonly RemoteOption[] =>
  (['small', 'medium', 'large'] as const).map((option, index) => ({
    value: index + 1,
    label: t(`fields.dev.options.${option}`),
    parentId: null,
    depth: 0,
  }));

/** A remote select whose records are always there, so that the page needs nobody to be signed in. */
export const sampleRemoteSelect = remoteSelectMachine.provide({
  actors: {
    loadOptions: fromPromise<OptionsPage, OptionsRequest>(({ input: { text, value } }) => {
      const options = offered().filter((option) => (value === null ? option.label.includes(text) : option.value === value));
      return Promise.resolve({ options, total: options.length });
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

let desk: Promise<DeskParts> | null = null;

/** Without areas of the server, which only tells them to who is signed in; the same promise each time. */
export const sampleDesk = (real: LeafLogics['desk']) => (): Promise<DeskParts> =>
  (desk ??= real().then((parts) => ({ ...parts, cascadePicker: sampleCascade })));

import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AnyRecord, Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import {
  cascadePickerMachine,
  type CascadeOption,
  type CascadeChoice,
  type ChoiceRequest,
  type LevelRequest,
} from '#machines/fields/cascade-picker.machine';
import { loadMessages } from '#ui/base/i18n.ts';
import { CELLS } from '#ui/kit/cells/registry.ts';
import { FIELD_INPUTS } from '#ui/kit/fields/registry.ts';
import { conditionText } from '#ui/kit/search/condition-text.ts';
import { lazyNow } from '#actors/base/lazy-code';
import { renderInApp, startKitMessages, testBundles } from '../support.tsx';

const field: Field = { kind: 'citySelect', label: { en: 'City' }, search: 'equal' };
const resource: Resource = {
  name: 'shop',
  controller: 'lab.Shop',
  table: 'lab_shop',
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: { id: { kind: 'id' }, city: field },
};
const LEVELS: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  '': [[33, '浙江省'], [44, '广东省']], // prettier-ignore
  '33': [[3301, '杭州市']],
  '33,3301': [[330106, '西湖区'], [330108, '滨江区']], // prettier-ignore
};
const asked: string[] = [];

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => {};
  await startKitMessages('en');
  await loadMessages(['cascade']);
  // The field's code is there before the first test waits for it.
  await import('#ui/kit/pickers/CityInput.tsx');
  const cascadePicker = cascadePickerMachine.provide({
    actors: {
      readChoice: fromPromise<CascadeChoice, ChoiceRequest>(({ input: { value } }) => {
        asked.push(`names of ${String(value)}`);
        return Promise.resolve({ value: value ?? [], labels: (value ?? []).map((id) => `named ${id}`) });
      }),
      loadLevel: fromPromise<readonly CascadeOption[], LevelRequest>(({ input: { parents } }) =>
        Promise.resolve((LEVELS[parents.join()] ?? []).map(([value, label]) => ({ value, label, isDisabled: false }))),
      ),
      remember: fromPromise<void, ChoiceRequest>(() => Promise.resolve()),
    },
  });
  testBundles.dashboard = lazyNow({ ...(await testBundles.dashboard()), cascadePicker });
});
beforeEach(() => void (asked.length = 0));

function show(value: readonly string[], record: AnyRecord = {}, error?: string) {
  const said: unknown[] = [];
  const Input = FIELD_INPUTS.citySelect;
  const view = (shown: unknown) => (
    <Input
      of={{ resource, key: 'city', field }}
      value={shown}
      record={record}
      error={error}
      readOnly={false}
      onChange={(next) => {
        said.push(next);
        page.rerender(view(next));
      }}
      onLeave={() => undefined}
    />
  );
  const page = renderInApp(view(value));
  return { said, user: userEvent.setup({ delay: null }), again: (next: unknown) => page.rerender(view(next)) };
}
const box = () => screen.findByRole('combobox', { name: /City/u });

describe('the city field', () => {
  it('says the ids from the province down as texts, and can be emptied', async () => {
    const { said, user } = show([]);
    await user.click(await box());
    for (const name of ['浙江省', '杭州市', '滨江区']) await user.click(await screen.findByRole('treeitem', { name }));
    expect(said).toEqual([['33', '3301', '330108']]);
    expect((await box()).textContent).toBe('浙江省 / 杭州市 / 滨江区');
    await waitFor(async () => expect((await box()).getAttribute('aria-busy')).toBe('false'));
    await user.click(screen.getByRole('button', { name: 'Clear the choice' }));
    expect(said.at(-1)).toEqual([]);
  });

  it('shows the names that came with the record without asking, and asks when something else is set', async () => {
    const record = { city: ['33', '3301', '330106'], cityText: '浙江省,杭州市,西湖区' };
    const { again } = show(record.city, record);
    expect((await box()).textContent).toBe('浙江省 / 杭州市 / 西湖区');
    expect(asked).toEqual([]);
    again(['44']);
    await waitFor(async () => expect((await box()).textContent).toBe('named 44'));
    expect(asked).toEqual(['names of 44']);
  });

  it('is bound to its error', async () => {
    show([], {}, 'Not like this');
    expect((await box()).getAttribute('aria-describedby')).toBe(screen.getByText('Not like this').id);
    expect((await box()).getAttribute('aria-invalid')).toBe('true');
  });
});

function cell(record: AnyRecord): string | null {
  const page = renderInApp(<p>{CELLS.citySelect({ record, fieldKey: 'city', field, resource, title: '', cdnUrl: '', mayEdit: false })}</p>);
  const text = page.container.querySelector('p')?.textContent ?? null;
  page.unmount();
  return text;
}

describe('cities in lists', () => {
  const row = { id: 1, city: ['33', '3301'], cityText: '浙江省,杭州市' };

  it('shows names, or numbers where there are none, or that there is nothing', () => {
    expect(cell(row)).toBe('浙江省 / 杭州市');
    expect(cell({ city: ['33'] })).toBe('33');
    expect(cell({ city: [] })).toBe('—');
  });

  it('names the area that is searched for after a row that lies in it', () => {
    const condition = { field: 'city', operator: 'FIND_IN_SET', value: '3301' } as const;
    expect(conditionText(resource, condition, [row])).toBe('杭州市');
    expect(conditionText(resource, condition, [])).toBe('#3301');
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Issue } from '#domain/base/issue';
import { checkField } from '#domain/fields/field-rules';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { Secret } from '#domain/base/secret';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { MoneyField } from '#ui/kit/fields/MoneyField.tsx';
import { RemoteManyField } from '#ui/kit/fields/choice/RemoteManyField.tsx';
import { TagsField } from '#ui/kit/fields/TagsField.tsx';
import { goods } from '#sections/goods/goods.resource.ts';
import { CurrencyContext } from '#ui/base/cdn-context.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import type { FormKind } from '#domain/fields/kinds/registry';
import { FIELD_INPUTS, isFormKind } from '#ui/kit/fields/registry.ts';
import { OPTIONS, renderInApp, startKitMessages } from '../support.tsx';

const resourceWith = (field: Field): Resource => ({
  name: 'sample',
  controller: 'sample.Sample',
  table: 'sample',
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: { id: { kind: 'id' }, thing: field },
});

interface Given {
  readonly field: Field;
  readonly value: unknown;
  readonly error?: string;
  readonly readOnly?: boolean;
  /** Where nothing is saved that waits for the input; a form does. */
  readonly canHold?: boolean;
}

/** Shows the input of a field called "Thing" and collects what it says. */
function show({ field, value, error, readOnly = false, canHold = true }: Given) {
  const said: unknown[] = [];
  const held: (string | undefined)[] = [];
  const left = { count: 0 };
  const labelled: Field = { ...field, label: { en: 'Thing' } };
  if (!isFormKind(field.kind)) throw new Error(`${field.kind} is no form kind`);
  const Input = FIELD_INPUTS[field.kind];
  const view = (shown: unknown) => (
    <Input
      of={{ resource: resourceWith(labelled), key: 'thing', field: labelled }}
      value={shown}
      record={{}}
      error={error}
      readOnly={readOnly}
      onChange={(next) => {
        said.push(next);
        page.rerender(view(next));
      }}
      {...(canHold && { onHold: (issue: Issue | null) => held.push(issue?.key) })}
      onLeave={() => (left.count += 1)}
    />
  );
  const page = renderInApp(view(value));
  const showValue = (next: unknown) => page.rerender(view(next));
  return { said, held, left, showValue, user: userEvent.setup({ delay: null }), ...page };
}

/** The tags of a new record of goods that is new itself. */
function showTags() {
  const said: unknown[] = [];
  const view = (shown: unknown) => (
    <TagsField
      of={{ resource: goods, key: 'tags', field: goods.fields.tags }}
      value={shown}
      record={{}}
      error={undefined}
      readOnly={false}
      onChange={(next) => {
        said.push(next);
        page.rerender(view(next));
      }}
      onLeave={() => {}}
    />
  );
  const page = renderInApp(view(['new']));
  return { said, user: userEvent.setup({ delay: null }) };
}

const box = () => screen.getByLabelText<HTMLInputElement>(/^Thing/u, { selector: 'input, textarea' });

/** The hours, minutes or seconds of a time; they come with the calendar's code. */
const part = (name: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name: `Thing: ${name}` }, { timeout: 10_000 });

/** What moves one of three pairs. */
const handle = (position: number) =>
  screen.getByRole('button', { name: `Move entry ${position} of 3, with the up and down arrows or by dragging` });

beforeAll(() => startKitMessages('en'));

describe('the registry of inputs', () => {
  it('has an input for every kind', () => {
    expect(Object.keys(FIELD_INPUTS)).toHaveLength(36);
  });
});

describe('text inputs', () => {
  it.each(['string', 'textarea', 'mobile', 'idNumber', 'account', 'variableName', 'email', 'iconSelect', 'image', 'color'] as const)(
    '%s shows its text and says the new one',
    async (kind) => {
      const { said, user, left } = show({ field: { kind }, value: '/a' });
      expect(box().value).toBe('/a');
      await user.type(box(), 'b');
      expect(said.at(-1)).toBe('/ab');
      await user.tab();
      expect(left.count).toBeGreaterThan(0);
    },
  );

  it('keeps a password a secret and never shows it again', async () => {
    const { said, user } = show({ field: { kind: 'password' }, value: '' });
    await user.type(box(), 'hunter2');
    const last = said.at(-1);
    expect(last).toBeInstanceOf(Secret);
    expect(JSON.stringify(said)).not.toContain('hunter2');
  });

  it('asks for a time of day by hours, minutes and seconds, and has nothing saved until all are there', async () => {
    const { said, held, user } = show({ field: { kind: 'time' }, value: '' });
    await user.type(await part('hours'), '09');
    expect(said.filter((value) => value !== '')).toEqual([]);
    await user.type(await part('minutes'), '30');
    expect(said.filter((value) => value !== '')).toEqual([]);
    expect(held).toEqual(['validation.time']);
    await user.type(await part('seconds'), '05');
    expect(said.at(-1)).toBe('09:30:05');
    expect(held).toEqual(['validation.time', undefined]);
  });

  it('shows a time of day in 24 hours', async () => {
    show({ field: { kind: 'time' }, value: '21:05:09' });
    const parts = await screen.findAllByRole<HTMLInputElement>('spinbutton', {}, { timeout: 10_000 });
    expect(parts.map(({ value }) => value)).toEqual(['21', '05', '09']);
  });
});

describe('number inputs', () => {
  it.each([
    ['integer', 12, '3', 123],
    ['float', 1.5, '2', 1.52],
    ['number', 1, '.5', 1.5],
    ['year', 202, '6', 2026],
  ] as const)('%s turns what is typed into a number', async (kind, value, typed, expected) => {
    const { said, user } = show({ field: { kind }, value });
    expect(box().value).toBe(String(value));
    await user.type(box(), typed);
    expect(said.at(-1)).toBe(expected);
  });

  it.each([
    ['integer', 3, '-5', -5, '-5'],
    ['float', 3, '.5', 0.5, '.5'],
    ['float', 3, '.05', 0.05, '.05'],
    ['number', 50, '-0.5', -0.5, '-0.5'],
    ['integer', 1, '0', 0, '0'],
    ['money', 3_00, '-12.5', -12_50, '-12.5'],
    ['money', 3_00, '.05', 5, '.05'],
    ['money', 3_00, '0,10', 10, '0,10'],
    ['money', 3_00, '1234,56', 1234_56, '1234,56'],
    ['money', 3_00, '1.234,56', 1234_56, '1.234,56'],
    ['money', 3_00, '１２．５', 12_50, '１２．５'],
    ['money', 3_00, '0。5', 50, '0。5'],
    ['integer', 1, '１２', 12, '１２'],
    ['float', 1, '0,125', 0.125, '0,125'],
  ] as const)('%s of %j is what is typed over it: %s', async (kind, value, typed, expected, shown) => {
    const { said, user } = show({ field: { kind }, value });
    await user.type(box(), typed, { initialSelectionStart: 0, initialSelectionEnd: box().value.length });
    expect([said.at(-1), box().value]).toEqual([expected, shown]);
    await user.tab();
    expect(said.at(-1)).toBe(expected);
  });

  it.each([
    ['float', 1.05, '6', 1.06],
    ['number', -0.25, '1', -0.21],
    ['money', 3_05, '6', 3_06],
  ] as const)('%s of %j has its last digit mended: %s', async (kind, value, typed, expected) => {
    const { said, user } = show({ field: { kind }, value });
    await user.type(box(), `{Backspace}${typed}`);
    expect(said.at(-1)).toBe(expected);
  });

  it.each([
    ['integer', '-'],
    ['integer', '1,5'],
    ['integer', '1.5'],
    ['float', '1,234'],
    ['money', '12.345'],
    ['money', '1,23,4'],
    ['money', '1e3'],
  ] as const)('%s keeps %j, which is none of its numbers, as it was typed, and it is refused', async (kind, typed) => {
    const { said, user } = show({ field: { kind }, value: 7 });
    await user.type(box(), typed, { initialSelectionStart: 0, initialSelectionEnd: box().value.length });
    await user.tab();
    expect([said.at(-1), box().value]).toEqual([typed, typed]);
    expect(checkField({ kind }, said.at(-1))?.key).toBe(`validation.${kind === 'money' ? 'amount' : kind}`);
  });

  it('says null for an empty number, never NaN', async () => {
    const { said, user } = show({ field: { kind: 'integer' }, value: 7 });
    await user.clear(box());
    expect(said.at(-1)).toBeNull();
    await user.type(box(), '-');
    expect(said).not.toContain(NaN);
  });

  it('shows cents as an amount and gives cents back', async () => {
    const { said, user } = show({ field: { kind: 'money', min: 0 }, value: 1234_50 });
    expect(box().value).toBe('1234.50');
    await user.clear(box());
    await user.type(box(), '0.1');
    expect(said.at(-1)).toBe(10);
    await user.type(box(), '9');
    expect(said.at(-1)).toBe(19);
    await user.type(box(), '9');
    expect([said.at(-1), box().value]).toEqual(['0.199', '0.199']);
  });

  it('fills an amount up to both decimals once the keyboard has left it, and not while it is typed', async () => {
    const { said, left, user } = show({ field: { kind: 'money' }, value: null });
    await user.type(box(), '36');
    expect(box().value).toBe('36');
    await user.tab();
    expect(box().value).toBe('36.00');
    expect(said).toEqual([3_00, 36_00]);
    expect(left.count).toBe(1);
    await user.tab({ shift: true });
    expect([box().value, box().selectionStart, box().selectionEnd]).toEqual(['36.00', 0, 5]);
    await user.keyboard('8');
    expect(box().value).toBe('8');
    expect(said).toEqual([3_00, 36_00, 8_00]);
  });

  it.each([
    ['CNY', '¥'],
    ['', ''],
  ])("puts the sign of the site's currency %j before an amount", (currency, sign) => {
    const amount: Field = { kind: 'money', label: { en: 'Thing' } };
    const of = { resource: resourceWith(amount), key: 'thing', field: amount };
    const { container } = renderInApp(
      <CurrencyContext value={currency}>
        <MoneyField of={of} value={368_00} record={{}} error={undefined} readOnly={false} onChange={() => {}} onLeave={() => {}} />
      </CurrencyContext>,
    );
    expect(box().value).toBe('368.00');
    expect(container.querySelector('[data-position="left"]')?.textContent ?? '').toBe(sign);
  });

  it.each([
    ['money', '1,000.50', 1000_50],
    ['money', '¥12,345', 12_345_00],
    ['money', '1,5', 1_50],
    ['money', '1e3', '1e3'],
    ['money', '1.005', '1.005'],
    ['float', '1,000.5', 1000.5],
    ['integer', '1.5', '1.5'],
    ['integer', '1,234', 1234],
  ] as const)('%s takes the pasted %j for what it is, or as what is refused', async (kind, pasted, expected) => {
    const { said, user } = show({ field: { kind }, value: 500 });
    await user.click(box());
    await user.paste(pasted);
    expect(said.at(-1) ?? 500).toBe(expected);
  });

  it('takes a typed comma for what parts thousands', async () => {
    const { said, user } = show({ field: { kind: 'money' }, value: null });
    await user.type(box(), '1,000.5');
    expect(said.at(-1)).toBe(1000_50);
  });
});

describe('choices', () => {
  const options = ['draft', 'on'];
  const optionLabels = { draft: { en: 'Draft' }, on: { en: 'On sale' } };

  it('select names its options and says the key', async () => {
    const { said, user } = show({ field: { kind: 'select', options, optionLabels }, value: 'draft' });
    expect(box().value).toBe('Draft');
    await user.click(box());
    await user.click(screen.getByRole('option', { name: 'On sale' }));
    expect(said).toEqual(['on']);
  });

  it('radio and checkbox say keys in the order of the declaration', async () => {
    const radio = show({ field: { kind: 'radio', options, optionLabels }, value: 'draft' });
    await radio.user.click(screen.getByRole('radio', { name: 'On sale' }));
    expect(radio.said).toEqual(['on']);
    radio.unmount();
    const group = show({ field: { kind: 'checkbox', options, optionLabels }, value: ['on'] });
    await group.user.click(screen.getByRole('checkbox', { name: 'Draft' }));
    expect(group.said).toEqual([['draft', 'on']]);
  });

  it('switch says true and false', async () => {
    const { said, user } = show({ field: { kind: 'switch' }, value: true });
    expect(box().checked).toBe(true);
    await user.click(box());
    expect(said).toEqual([false]);
  });

  it('remote select reads, searches and says the number', async () => {
    const { said, user } = show({ field: { kind: 'remoteSelect', of: 'goodsCategory' }, value: 1 });
    await waitFor(() => expect(box().value).toBe('Tea'));
    await user.click(box());
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(OPTIONS.length));
    await user.type(box(), 'Kit');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.click(screen.getByRole('option', { name: 'Kitchen' }));
    expect(said).toEqual([3]);
    expect(box().value).toBe('Kitchen');
    await user.click(screen.getByRole('button', { name: 'Clear', hidden: true }));
    expect(said).toEqual([3, null]);
  });

  it('remote select names what was chosen elsewhere: put back, emptied, or another', async () => {
    const { showValue, user } = show({ field: { kind: 'remoteSelect', of: 'goodsCategory' }, value: 1 });
    await waitFor(() => expect(box().value).toBe('Tea'));
    await user.click(box());
    await user.click(await screen.findByRole('option', { name: 'Kitchen' }));
    for (const [value, title] of [
      [1, 'Tea'],
      [null, ''],
      [3, 'Kitchen'],
    ] as const) {
      showValue(value);
      await waitFor(() => expect(box().value).toBe(title));
    }
  });

  it('remote select says where only a search finds the others', async () => {
    const { user } = show({ field: { kind: 'remoteSelect', of: 'goodsCategory' }, value: null });
    await user.click(box());
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(OPTIONS.length));
    expect(screen.queryByText(/^Showing/u)).toBeNull();
    await user.type(box(), 'ea');
    await screen.findByText('Showing 2 of 10,002. Type to narrow the list.');
  });

  it.each(['ruleTree', 'remoteSelects'] as const)('%s says where there are more options than it shows', async (kind) => {
    show({ field: { kind, of: 'memberRule' }, value: [] });
    expect((await screen.findByText(/^Showing/u)).textContent).toMatch(
      /^Showing \d+ of 10,\d+\. What is chosen among the others stays chosen\.$/u,
    );
  });
});

describe('lists', () => {
  it('tags end at Enter and at both commas, once each', async () => {
    const { said, user } = show({ field: { kind: 'tags' }, value: ['new'] });
    await user.type(box(), 'spring，new,{Enter}');
    expect(said.at(-1)).toEqual(['new', 'spring']);
  });

  it('tags of other records are offered where they belong to a section, and picked by keyboard', async () => {
    const { said, user } = showTags();
    await user.tab();
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['spring', 'gift']));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(said).toEqual([['new', 'gift']]);
    await user.keyboard('spr{ArrowDown}{Enter}');
    expect(said.at(-1)).toEqual(['new', 'gift', 'spring']);
    await user.keyboard('winter{Enter}');
    expect(said.at(-1)).toEqual(['new', 'gift', 'spring', 'winter']);
  });

  it('images are added by a safe address only, moved and removed', async () => {
    const { said, user } = show({ field: { kind: 'images' }, value: ['/a.svg'] });
    await user.type(box(), 'javascript:alert(1){Enter}');
    expect(said).toEqual([]);
    await user.clear(box());
    await user.type(box(), 'https://example.com/b.png{Enter}');
    expect(said.at(-1)).toEqual(['/a.svg', 'https://example.com/b.png']);
    expect(box().value).toBe('');
    await user.click(screen.getAllByRole('button', { name: 'Move later' })[0]!);
    expect(said.at(-1)).toEqual(['https://example.com/b.png', '/a.svg']);
    await user.click(screen.getAllByRole('button', { name: 'Remove' })[0]!);
    expect(said.at(-1)).toEqual(['/a.svg']);
  });

  it('a picture address that was typed is kept when the box is left or the form is saved by keyboard, anything else waits', async () => {
    const { said, user } = show({ field: { kind: 'images' }, value: [] });
    await user.type(box(), 'draft');
    await user.tab();
    expect([said, box().value]).toEqual([[], 'draft']);
    await user.clear(box());
    await user.type(box(), '/a.svg');
    await user.tab();
    expect(said).toEqual([['/a.svg']]);
    await user.type(box(), '/b.svg{Control>}{Enter}{/Control}');
    expect(said.at(-1)).toEqual(['/a.svg', '/b.svg']);
    expect(box().value).toBe('');
  });

  it('array edits pairs of key and value', async () => {
    const { said, user } = show({ field: { kind: 'array' }, value: [] });
    await user.click(await screen.findByRole('button', { name: 'Add an entry' }, { timeout: 10_000 }));
    expect(document.activeElement).toBe(screen.getByLabelText('Key'));
    await user.keyboard('k');
    await user.type(screen.getByLabelText('Value'), 'v');
    expect(said.at(-1)).toEqual([{ key: 'k', value: 'v' }]);
    await user.click(screen.getByRole('button', { name: 'Remove entry 1' }));
    expect(said.at(-1)).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add an entry' }));
  });

  it('array moves a pair with the arrows, and the keyboard goes with it', async () => {
    const pairs = ['a', 'b', 'c'].map((key) => ({ key, value: key }));
    const { said, user } = show({ field: { kind: 'array' }, value: pairs });
    await screen.findAllByLabelText('Key', {}, { timeout: 10_000 });
    handle(1).focus();
    await user.keyboard('{ArrowUp}');
    expect(said).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(said.at(-1)).toEqual([pairs[1], pairs[0], pairs[2]]);
    expect(document.activeElement).toBe(handle(2));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(said.at(-1)).toEqual([pairs[1], pairs[2], pairs[0]]);
    expect(document.activeElement).toBe(handle(3));
  });

  it('array takes a pair by its handle to the place of another', async () => {
    const pairs = ['a', 'b', 'c'].map((key) => ({ key, value: key }));
    const { said, container } = show({ field: { kind: 'array' }, value: pairs });
    await screen.findAllByLabelText('Key', {}, { timeout: 10_000 });
    const [first, , third] = container.querySelectorAll('li');
    const grip = first!.querySelector('button')!;
    grip.setPointerCapture = () => {};
    document.elementFromPoint = () => third!;
    fireEvent.pointerDown(grip, { pointerId: 1, button: 0 });
    fireEvent.pointerMove(grip, { pointerId: 1, clientX: 1, clientY: 1 });
    expect(third!.dataset['drop']).toBe('after');
    fireEvent.pointerUp(grip, { pointerId: 1 });
    expect(said.at(-1)).toEqual([pairs[1], pairs[2], pairs[0]]);
  });
});

describe('times', () => {
  it('date-time shows the local moment and can be emptied', async () => {
    const seconds = Math.floor(new Date(2026, 0, 31, 9, 30, 5).getTime() / 1000);
    const { said, user } = show({ field: { kind: 'dateTime' }, value: seconds });
    const button = await screen.findByRole('button', { name: /^Thing/u });
    await waitFor(() => expect(button.textContent).toBe('2026-01-31 09:30:05'));
    await user.click(within(button.parentElement!.parentElement!).getAllByRole('button', { hidden: true }).at(-1)!);
    expect(said).toEqual([null]);
  });
});

/** The box of a day: without the calendar another stands there meanwhile. */
const dayBox = async () => {
  await waitFor(() => expect(document.querySelector('[data-dates-input]')).not.toBeNull(), { timeout: 10_000 });
  return screen.getByRole<HTMLInputElement>('textbox', { name: /^Thing/u });
};

describe('a day', () => {
  it.each(['7', 'room 7', '04.03.2026', '2026-13-05', '2026-3'])('is not made of %j, which stays to be mended', async (typed) => {
    const { said, held, user } = show({ field: { kind: 'date', required: true }, value: '2026-01-02' });
    const box = await dayBox();
    await user.clear(box);
    expect(held).toEqual([]);
    await user.type(box, typed);
    await user.tab();
    expect([said, held, box.value]).toEqual([[], ['validation.date'], typed]);
    await user.clear(box);
    await user.type(box, '2026-01-02');
    expect(held.at(-1)).toBeUndefined();
  });

  it('that would not exist is saved neither as it stands there nor as it began', async () => {
    const { said, held, user } = show({ field: { kind: 'date', required: true }, value: '2026-01-02' });
    const box = await dayBox();
    await user.clear(box);
    await user.type(box, '2026-02-31');
    await user.tab();
    expect([said, held.at(-1), box.value]).toEqual([['2026-02-03'], 'validation.date', '2026-02-31']);
  });

  it.each(['2026-03-04', '2026/3/4', '2026-3-4', '2026.03.04'])('is told once, when all of %j is there', async (typed) => {
    const { said, held, user } = show({ field: { kind: 'date' }, value: '' });
    const box = await dayBox();
    await user.type(box, typed);
    expect([said, held]).toEqual([['2026-03-04'], ['validation.date', undefined]]);
    await user.tab();
    await waitFor(() => expect(box.value).toBe('2026-03-04'));
  });

  it('that is chosen from the calendar takes the place of what was none', async () => {
    const { said, held, user } = show({ field: { kind: 'date', required: true }, value: '2026-01-02' });
    const box = await dayBox();
    await user.type(box, '{Backspace}x');
    await user.click(screen.getByRole('button', { name: /^2 January 2026/u }));
    await user.tab();
    expect([said, held, box.value]).toEqual([['2026-01-02'], ['validation.date', undefined], '2026-01-02']);
  });
});

describe('what waits to be mended', () => {
  it('waits no longer once the box is gone', async () => {
    const { held, user, unmount } = show({ field: { kind: 'date' }, value: '2026-01-02' });
    await user.type(await dayBox(), '{Backspace}x');
    unmount();
    expect(held).toEqual(['validation.date', undefined]);
  });

  it('holds nothing after the box is gone where all is well', async () => {
    const { held, user, unmount } = show({ field: { kind: 'date' }, value: '' });
    await user.type(await dayBox(), '2026-03-04');
    unmount();
    expect(held).toEqual(['validation.date', undefined]);
  });

  it('waits no longer once another day is shown than before', async () => {
    const { held, showValue, user } = show({ field: { kind: 'date' }, value: '2026-01-02' });
    const box = await dayBox();
    await user.type(box, '{Backspace}x');
    await user.tab();
    showValue('2026-05-06');
    await waitFor(() => expect(box.value).toBe('2026-05-06'));
    expect(held).toEqual(['validation.date', undefined]);
  });

  it('is told at once where nothing waits for it, and gives way to what counts', async () => {
    const { said, user } = show({ field: { kind: 'date', required: true }, value: '2026-01-02', canHold: false });
    const box = await dayBox();
    await user.type(box, '{Backspace}x');
    expect(screen.getByText(/a date that exists/u)).toBeDefined();
    await user.tab();
    expect([box.value, said, screen.queryByText(/a date that exists/u)]).toEqual(['2026-01-02', [], null]);
  });

  it('of a time of day waits no longer once its boxes are gone', async () => {
    const { held, user, unmount } = show({ field: { kind: 'time' }, value: '' });
    await user.type((await screen.findAllByRole('spinbutton', {}, { timeout: 10_000 }))[0]!, '09');
    unmount();
    expect(held).toEqual(['validation.time', undefined]);
  });
});

describe('a day and a time on nobody’s clock', () => {
  it('is shown as it is stored, and can be emptied', async () => {
    const { said, user } = show({ field: { kind: 'localDateTime' }, value: '2026-03-29 02:30:00' });
    const button = await screen.findByRole('button', { name: /^Thing/u }, { timeout: 10_000 });
    await waitFor(() => expect(button.textContent).toBe('2026-03-29 02:30:00'));
    await user.click(within(button.parentElement!.parentElement!).getAllByRole('button', { hidden: true }).at(-1)!);
    expect(said).toEqual(['']);
  });
});

describe('several files', () => {
  it('stand in their order, which buttons change, and go one by one', async () => {
    const { said, user } = show({ field: { kind: 'files' }, value: ['/storage/a.zip', '/storage/b%20c.pdf'] });
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['a.zip', 'b c.pdf']);
    await user.click(screen.getByRole('button', { name: 'Move b c.pdf up' }));
    expect(said.at(-1)).toEqual(['/storage/b%20c.pdf', '/storage/a.zip']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move a.zip down' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Remove b c.pdf' }));
    expect(said.at(-1)).toEqual(['/storage/a.zip']);
  });
});

describe('several records', () => {
  const field = { kind: 'remoteSelects', of: 'adminGroup', leavesOut: 'own', label: { en: 'Thing' } } as const;
  const snapshot = { context: { start: { admin: { id: 7 } } } };
  const shell = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => undefined }) } as unknown as AdminShellRef;

  it.each([
    ['of somebody else are offered without the own ones', 8, ['Tea', '\u00a0\u00a0\u00a0Green tea']],
    ['of oneself are all offered', 7, ['Tea', '\u00a0\u00a0\u00a0Green tea', 'Kitchen']],
  ])('%s', async (_case, id, offered) => {
    const input = (
      <RemoteManyField
        of={{ resource: resourceWith(field), key: 'thing', field }}
        value={[]}
        record={{ id }}
        error={undefined}
        readOnly={false}
        onChange={() => {}}
        onLeave={() => {}}
      />
    );
    renderInApp(<ShellContext value={shell}>{input}</ShellContext>);
    await userEvent.setup({ delay: null }).click(box());
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(offered));
  });
});

describe('every input', () => {
  const FIELDS: readonly Field[] = (Object.keys(FIELD_INPUTS) as FormKind[])
    .filter((kind) => !['file', 'richText', 'citySelect', 'date', 'dateTime', 'localDateTime', 'files', 'array'].includes(kind))
    .map(
      (kind) =>
        ({
          kind,
          required: true,
          ...(['select', 'radio', 'checkbox'].includes(kind) && { options: ['a'] }),
          ...((kind === 'remoteSelect' || kind === 'remoteSelects' || kind === 'ruleTree') && { of: 'goods' }),
        }) as Field,
    );

  it.each(FIELDS.map((field) => [field.kind, field] as const))(
    '%s is labelled, marked as required, and bound to its error',
    (_kind, field) => {
      const page = show({ field, value: null, error: 'Not like this' });
      expect(page.container.textContent).toContain('Thing');
      expect(page.container.textContent).toContain('*');
      const error = screen.getByText('Not like this');
      const described = [...page.container.querySelectorAll('[aria-describedby]')].filter((element) =>
        element.getAttribute('aria-describedby')!.split(' ').includes(error.id),
      );
      expect(error.id).not.toBe('');
      expect(described).not.toHaveLength(0);
    },
  );
});

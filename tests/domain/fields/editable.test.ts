import { describe, expect, it } from 'vitest';
import { isFree, untouched, withHeld, withValue, without } from '#domain/fields/editable';

const empty = { key: 'validation.required' };
const running = { key: 'upload.running' };
const form = {
  values: { title: '', price: 5 },
  issues: { title: empty, price: empty },
  held: { title: running },
  serverTexts: { title: 'taken', price: 'too much' },
};

describe('what is typed', () => {
  it('replaces the value, and what was said of it is old', () => {
    expect(withValue(form, { field: 'title', value: 'Tea' })).toEqual({
      values: { title: 'Tea', price: 5 },
      issues: { price: empty },
      serverTexts: { price: 'too much' },
    });
  });

  it('is held with a reason until it is free', () => {
    expect([isFree(form, 'title'), isFree(form, 'price')]).toEqual([false, true]);
    expect(withHeld(form, { field: 'price', issue: empty })).toEqual({ held: { title: running, price: empty } });
    expect(isFree({ held: without(form.held, 'title') }, 'title')).toBe(true);
  });

  it('is given up for what was there, with all that was said', () => {
    expect(untouched({ title: 'Tea' })).toEqual({ values: { title: 'Tea' }, issues: {}, serverTexts: {}, failure: null });
  });
});

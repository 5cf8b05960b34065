import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { switchCell } from '#ui/kit/cells/switch-cell.tsx';
import { inApp, startKitMessages } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

const cell = (record: Readonly<Record<string, unknown>>) =>
  switchCell({
    resource: adminRule,
    fieldKey: 'keepalive',
    field: adminRule.fields.keepalive,
    record: { id: 1, keepalive: false, ...record },
    title: 'Goods',
    mayEdit: true,
    cdnUrl: '',
    currencySign: '¥',
  });

it('a switch is there where it means something beside the other values of its record', () => {
  render(inApp(cell({ type: 'menu', menuType: 'tab' })));
  expect(screen.getByRole('switch').ariaChecked).toBe('false');
});

it('and where it means nothing stands what stands for nothing', () => {
  render(inApp(cell({ type: 'menu_dir', menuType: null })));
  expect(screen.queryByRole('switch')).toBeNull();
  expect(document.body.textContent).toContain('—');
});

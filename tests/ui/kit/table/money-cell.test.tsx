import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { currencySign } from '#domain/base/amount-text';
import { moneyCell, signedMoneyCell } from '#ui/kit/cells/number-cell.tsx';

const told = (money: unknown, sign?: string) => ({
  resource: moneyLog,
  fieldKey: 'money',
  field: moneyLog.fields.money,
  record: { id: 1, money },
  title: '',
  mayEdit: false,
  cdnUrl: '',
  ...(sign !== undefined && { currencySign: sign }),
});

it.each([
  [moneyCell, 1234_50, '¥', '¥1,234.50'],
  [moneyCell, 1234_50, undefined, '1,234.50'],
  [signedMoneyCell, 150_00, '¥', '+¥150.00'],
  [signedMoneyCell, -88_00, '¥', '−¥88.00'],
  [signedMoneyCell, -88_00, '', '−88.00'],
] as const)('%o shows %j with %j as %s', (cell, money, sign, text) => {
  const { container } = render(cell(told(money, sign)));
  expect(container.textContent).toBe(text);
});

it.each([
  ['CNY', 'zh-CN', '¥'],
  ['CNY', 'en', '¥'],
  ['EUR', 'en', '€'],
  ['CHF', 'en', 'CHF'],
  ['', 'en', ''],
  ['none', 'en', ''],
])('the sign of %j in %s is %j', (currency, locale, sign) => expect(currencySign(currency, locale)).toBe(sign));

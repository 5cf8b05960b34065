import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localText, unixSecondsOf, zoneOffset } from '#domain/base/zone-time';

const SHANGHAI = 'Asia/Shanghai';

const clocks = (globalThis as { readonly Temporal?: unknown }).Temporal;

it('this runtime has clocks of its own', () => {
  expect(clocks).toBeDefined();
});

// Not every browser has the former.
describe.each([
  ['clocks of the runtime', clocks],
  ['formatters', undefined],
])('by %s', (_, given) => {
  beforeEach(() => void vi.stubGlobal('Temporal', given));
  afterEach(() => void vi.unstubAllGlobals());

  describe('a time as text', () => {
    it.each([
      [1_700_000_000, SHANGHAI, '2023-11-15 06:13:20'],
      [1_700_000_000, 'UTC', '2023-11-14 22:13:20'],
      [0, 'UTC', '1970-01-01 00:00:00'],
      [86_399, 'UTC', '1970-01-01 23:59:59'],
      [1_689_000_000, 'America/New_York', '2023-07-10 10:40:00'],
      // A zone that nobody knows is that of the product.
      [1_700_000_000, 'Nowhere/AtAll', '2023-11-15 06:13:20'],
      [-62_135_596_800, 'UTC', '0001-01-01 00:00:00'],
    ])('%i in %s is %s, read twice alike', (seconds, zone, text) => {
      expect([localText(seconds, zone), localText(seconds, zone)]).toEqual([text, text]);
    });
  });

  describe('a text as time', () => {
    it.each([
      ['2023-11-15 06:13:20', SHANGHAI, 1_700_000_000],
      ['2023-11-15T06:13:20', SHANGHAI, 1_700_000_000],
      [' 2023-11-15 06:13:20 ', SHANGHAI, 1_700_000_000],
      ['2023-11-15 06:13', SHANGHAI, 1_699_999_980],
      ['2023-11-15', SHANGHAI, 1_699_977_600],
      ['2024-02-29', 'UTC', 1_709_164_800],
      ['1000-01-01', 'UTC', -30_610_224_000],
      // The same moment is of the year 10000 already by another clock.
      ['9999-12-31 23:59:59', 'UTC', 253_402_300_799],
      ['9999-12-31 23:59:59', SHANGHAI, 253_402_271_999],
      ['9999-12-31 12:00:00', 'Pacific/Kiritimati', 253_402_207_200],
      ['9999-12-31 23:59:59', 'America/New_York', 253_402_318_799],
      ['10000-01-01 00:00:00', SHANGHAI, null],
      ['0999-12-31', 'UTC', null],
      ['2023-02-29', 'UTC', null],
      ['2023-13-01', 'UTC', null],
      ['2023-04-31', 'UTC', null],
      ['2023-11-15 24:00:00', 'UTC', null],
      ['2023-11-15 23:60:00', 'UTC', null],
      ['2023-11-15 23:59:60', 'UTC', null],
      ['2023-11-15 23:59:59', 'UTC', 1_700_092_799],
      ['2023-11-15 6:13', 'UTC', null],
      ['2023-11-15 06', 'UTC', null],
      ['x2023-11-15', 'UTC', null],
      ['2023-11-15x', 'UTC', null],
      ['', 'UTC', null],
      // The clock goes from 2 to 3 that night, and from 2 back to 1 in autumn.
      ['2023-03-12 01:59:59', 'America/New_York', 1_678_604_399],
      ['2023-03-12 02:30:00', 'America/New_York', 1_678_606_200],
      ['2023-03-26 02:30:00', 'Europe/Berlin', 1_679_794_200],
      ['2023-03-12 03:00:00', 'America/New_York', 1_678_604_400],
      ['2023-11-05 02:00:00', 'America/New_York', 1_699_167_600],
    ])('%j in %s is %j', (text, zone, seconds) => {
      expect(unixSecondsOf(text, zone)).toBe(seconds);
    });

    it('is the time that is written again', () => {
      for (const text of ['1000-01-01 00:00:00', '2026-01-15 00:00:00', '2026-07-15 12:34:56', '9999-12-31 23:59:59'])
        for (const zone of [SHANGHAI, 'UTC', 'America/New_York', 'Australia/Lord_Howe'])
          expect([zone, localText(unixSecondsOf(text, zone) ?? 0, zone)]).toEqual([zone, text]);
    });
  });

  describe('the distance of a zone from Greenwich', () => {
    it.each([
      [1_700_000_000, SHANGHAI, 'UTC+8'],
      [1_700_000_000, 'UTC', 'UTC'],
      [1_700_000_000, 'America/New_York', 'UTC−5'],
      // In summer.
      [1_689_000_000, 'America/New_York', 'UTC−4'],
      [1_700_000_000, 'America/St_Johns', 'UTC−3:30'],
      [1_700_000_000, 'Asia/Kathmandu', 'UTC+5:45'],
      [1_700_000_000, 'Pacific/Kiritimati', 'UTC+14'],
      // Before there were zones: 8 hours, 5 minutes and 43 seconds.
      [-2_208_988_800, SHANGHAI, 'UTC+8:06'],
    ])('at %i in %s is %s', (seconds, zone, text) => expect(zoneOffset(seconds, zone)).toBe(text));
  });
});

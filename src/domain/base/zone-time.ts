// oxlint-disable no-restricted-globals -- reckons with given days and times; no clock is read
/** Times of day in a time zone, such as the site's: what people see and type, as opposed to Unix seconds. Source: wire protocol §0.3, §1.8. */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const;
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat('en-US', zone === '' ? options : { ...options, timeZone: zone });
  } catch {
    // A setting that names no zone must not stop people from signing in.
    formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'Asia/Shanghai' });
  }
  formatters.set(zone, formatter);
  return formatter;
}

/** The formatter's order: month, day, year, time. A table asks for each of its rows, and the parts one by one cost four times as much. */
const WRITTEN = /^(\d+)\/(\d+)\/(\d+)\D+(.+)$/u;

/** As far as it is asked here. */
interface Clocks {
  readonly Instant: {
    fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): { toPlainDateTime(): { toString(): string } } };
  };
}

/** Where the runtime has it: to make the first formatter takes a page 13 ms, and this none. Null for what it does not know, or spells otherwise. */
function clockText(unixSeconds: number, zone: string): string | null {
  const { Temporal: clocks } = globalThis as { Temporal?: Clocks };
  if (zone === '') return null;
  try {
    const text = clocks?.Instant.fromEpochMilliseconds(unixSeconds * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString();
    return text?.length === TEXT_LENGTH ? text.replace('T', ' ') : null;
  } catch {
    return null;
  }
}

const TEXT_LENGTH = '2023-11-15 06:13:20'.length;

/** 1700000000 → `2023-11-15 06:13:20`. An empty zone is the device's own. */
export function localText(unixSeconds: number, zone: string): string {
  const known = clockText(unixSeconds, zone);
  if (known !== null) return known;
  const [, month, day, year = '', time] = WRITTEN.exec(formatterOf(zone).format(unixSeconds * 1000)) ?? [];
  return `${year.padStart(4, '0')}-${month}-${day} ${time}`;
}

/** How far the clocks of a zone are ahead at an instant, in seconds. By numbers: where the last day ends, they may show the year 10000. */
function offsetAt(unixSeconds: number, zone: string): number {
  const [year = 0, month = 0, day, hour, minute, second] = localText(unixSeconds, zone).split(/\D/u).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - unixSeconds;
}

const MINUTE = 60;

/** How far the clocks of a zone are from Greenwich at an instant, as people write it: `UTC+8`, `UTC−3:30`, `UTC`. An empty zone is the device's own. */
export function zoneOffset(unixSeconds: number, zone: string): string {
  const minutes = Math.round(offsetAt(unixSeconds, zone) / MINUTE);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / MINUTE), Math.abs(minutes) % MINUTE];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/u;

/**
 * `2023-11-15 06:13:20`, or a date alone for its first second → Unix seconds.
 * @returns null when the text is no time that exists on the calendar; an hour skipped by summer time counts as the one after
 */
export function unixSecondsOf(text: string, zone: string): number | null {
  const parts = LOCAL.exec(text.trim());
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  const isReal =
    new Date(asUtc * 1000).toISOString().startsWith(`${parts[1]}-${parts[2]}-${parts[3]}T`) && hour < 24 && minute < 60 && second < 60;
  if (!isReal || year < 1000) return null;
  // The offset at the guessed instant may differ from the one at the real instant, but not twice.
  const guess = asUtc - offsetAt(asUtc, zone);
  const exact = asUtc - offsetAt(guess, zone);
  // Neither instant reads so in an hour that is skipped: one lies an hour before, the other an hour after.
  return offsetAt(exact, zone) === asUtc - exact ? exact : Math.max(guess, exact);
}

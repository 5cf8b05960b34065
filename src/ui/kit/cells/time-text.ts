import { millisecondsOf } from '#domain/base/timestamp';
import { localText, unixSecondsOf, zoneOffset } from '#domain/base/zone-time';

/** The device's own until the site has named its zone; a site that names none keeps it. */
let zone = '';

/** Everybody sees and types times on the site's clock, by which the server searches, counts days and writes files. */
export const showTimesIn = (siteZone: string): void => void (zone = siteZone);

/** Unix seconds of a stored time, which may also be a text of the site's clock. */
function secondsOf(value: unknown): number | null {
  const milliseconds = millisecondsOf(value);
  if (milliseconds !== null) return Math.floor(milliseconds / 1000);
  return typeof value === 'string' ? secondsFromText(value) : null;
}

/** A stored time as `YYYY-MM-DD HH:mm:ss` on the site's clock, or null when there is none. @param clock of pages that pass no sign-in */
export function timeText(value: unknown, clock: string = zone): string | null {
  const seconds = secondsOf(value);
  return seconds === null ? null : localText(seconds, clock);
}

/** How far the site's clock is from Greenwich at a moment, such as `UTC+8`. */
export const zoneText = (unixSeconds: number): string => zoneOffset(unixSeconds, zone);

/** A stored time for tips and details: `2026-11-22 03:51:07 UTC+8`, which says on whose clock all the others are. */
export function timeTip(value: unknown, clock: string = zone): string | null {
  const seconds = secondsOf(value);
  return seconds === null ? null : `${localText(seconds, clock)} ${zoneOffset(seconds, clock)}`;
}

/** The same moment for machines, as the `datetime` attribute wants it. */
export function timeAttribute(value: unknown): string | undefined {
  const seconds = secondsOf(value);
  return seconds === null ? undefined : new Date(seconds * 1000).toISOString();
}

/** `YYYY-MM-DD HH:mm:ss` of the site's clock as Unix seconds, or null when it is no time. */
export const secondsFromText = (text: string): number | null => unixSecondsOf(text, zone);

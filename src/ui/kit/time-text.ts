import { millisecondsOf } from '#domain/timestamp';

const two = (value: number): string => String(value).padStart(2, '0');

/** A stored time as `YYYY-MM-DD HH:mm:ss` on the viewer's clock, or null when there is none. */
export function timeText(value: unknown): string | null {
  const milliseconds = millisecondsOf(value);
  if (milliseconds === null) return null;
  const at = new Date(milliseconds);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** The same moment for machines, as the `datetime` attribute wants it. */
export function timeAttribute(value: unknown): string | undefined {
  const milliseconds = millisecondsOf(value);
  return milliseconds === null ? undefined : new Date(milliseconds).toISOString();
}

/** `YYYY-MM-DD HH:mm:ss` of the viewer's clock as Unix seconds, or null when it is no time. */
export function secondsFromText(text: string): number | null {
  const milliseconds = new Date(text.trim().replace(' ', 'T')).getTime();
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

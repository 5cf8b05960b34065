const two = (value: number): string => String(value).padStart(2, '0');

/** A time since a recording began, as `1:02.034` or `1:00:02.034`. */
export function elapsedText(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const rest = String(Math.max(0, ms) % 1000).padStart(3, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}.${rest}` : `${minutes}:${two(seconds)}.${rest}`;
}

/** An actor's own name, without its owners. */
export const actorName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const STEPS = [
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
] as const;

/**
 * How long ago something was, as people say it: "3 minutes ago"; null where that says less than the day itself, from a week on.
 * @param at Unix seconds
 * @param now Unix seconds; what is told as later than now has just been
 * @param language BCP 47
 */
export function relativeTime(at: number, now: number, language: string): string | null {
  const ago = Math.max(0, now - at);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ago < 60) return words.format(0, 'second');
  const step = STEPS.find(({ below }) => ago < below);
  return step ? words.format(-Math.floor(ago / step.seconds), step.unit) : null;
}

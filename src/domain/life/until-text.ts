import { spacedDigits } from '../base/relative-time.ts';

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/**
 * How long it is until something, rounded as people say it: "in 3 days". What is less than a minute away, or past, is now.
 * @param at Unix seconds
 * @param now Unix seconds
 * @param language BCP 47
 */
export function untilText(at: number, now: number, language: string): string {
  const left = at - now;
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  // The nearest whole number, of the larger unit from one and a half of it on: "in 1 day" for 47 hours would mislead by a day.
  const step = UNITS.find(({ seconds }) => left >= 1.5 * seconds) ?? (left >= 60 ? UNITS[2] : undefined);
  // Not "tomorrow": what is 30 hours away may be the day after.
  const counted = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  return step ? spacedDigits(counted.format(Math.round(left / step.seconds), step.unit)) : words.format(0, 'second');
}

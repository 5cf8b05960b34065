const STEPS = [
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
] as const;

/** Below this it has been just now. */
const MINUTE_SECONDS = 60;

/**
 * How long ago something was, as people say it: "3 minutes ago"; null where that says less than the day itself, from a week on.
 * @param at Unix seconds
 * @param now Unix seconds; what is told as later than now has just been
 * @param language BCP 47
 * @param justNow what is said before a minute has passed: platforms have a word of the present alone
 */
export function relativeTime(at: number, now: number, language: string, justNow: string): string | null {
  const ago = now - at;
  if (ago < MINUTE_SECONDS) return justNow;
  const step = STEPS.find(({ below }) => ago < below);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return step ? spacedDigits(words.format(-Math.floor(ago / step.seconds), step.unit)) : null;
}

const BESIDE = /\d(?=\p{Script=Han})|\p{Script=Han}(?=\d)/gu;

/** Words of a platform with the space that stands between Chinese and figures in all texts of ours: 3分钟前 → 3 分钟前. */
export const spacedDigits = (text: string): string => text.replaceAll(BESIDE, '$& ');

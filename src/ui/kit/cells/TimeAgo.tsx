import { relativeTime } from '#domain/base/relative-time';
import { pageLanguage, t } from '../../base/i18n.ts';
import { useMinute } from '../../base/use-clock.ts';
import { timeAttribute, timeText, timeTip } from './time-text.ts';

const DAY = 'YYYY-MM-DD'.length;

/** How long ago something was, with the very moment as its tip. @param at Unix seconds */
export function TimeAgo({ at }: { readonly at: number }) {
  const moment = timeText(at) ?? '';
  // The minute that has begun is over for what was done in it.
  const now = Math.max(useMinute(), at);
  return (
    <time dateTime={timeAttribute(at)} title={timeTip(at) ?? undefined}>
      {relativeTime(at, now, pageLanguage(), t('common.time.justNow')) ?? moment.slice(0, DAY)}
    </time>
  );
}

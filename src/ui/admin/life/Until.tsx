import { untilText } from '#domain/life/until-text';
import { pageLanguage } from '../../base/i18n.ts';
import { useMinute } from '../../base/use-clock.ts';
import { timeAttribute, timeTip } from '../../kit/cells/time-text.ts';

/** How long it is until something, with the very moment as its tip. @param at Unix seconds */
export function Until({ at }: { readonly at: number }) {
  const now = useMinute();
  return (
    <time dateTime={timeAttribute(at)} title={timeTip(at) ?? ''}>
      {untilText(at, now, pageLanguage())}
    </time>
  );
}

import { useSite } from '../../../base/use-site.ts';
import { timeAttribute, timeText, timeTip } from '../../../kit/cells/time-text.ts';

/**
 * A time of the chat on the site's clock, and on whose clock in its tip. It asks for the zone itself: whoever reads here may have passed
 * nothing that tells it to all times, as sign-ins do.
 */
export function SiteTime({ at }: { readonly at: number }) {
  const { timeZone } = useSite();
  return (
    <time dateTime={timeAttribute(at)} title={timeTip(at, timeZone) ?? undefined}>
      {timeText(at, timeZone)}
    </time>
  );
}

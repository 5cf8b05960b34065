import { untilText } from '#domain/life/until-text';
import { pageLanguage } from '../../base/i18n.ts';
import { useMinute } from '../../base/use-clock.ts';
import { timeAttribute, timeTip } from '../../kit/cells/time-text.ts';

interface UntilProps {
  /** Unix seconds. */
  readonly at: number;
  /** The sentence that it stands in. */
  readonly say?: (until: string) => string;
}

/** How long it is until something, with the very moment as its tip. */
export function Until({ at, say = (until) => until }: UntilProps) {
  const now = useMinute();
  return (
    <time dateTime={timeAttribute(at)} title={timeTip(at) ?? ''}>
      {say(untilText(at, now, pageLanguage()))}
    </time>
  );
}

import { useMinute } from '../../../base/use-clock.ts';
import { zoneText } from '../../cells/time-text.ts';
import classes from './fields.module.css';

/**
 * Beside the name of a box for moments: on whose clock they are chosen. Why: docs/decisions/197-times-say-whose-clock.md.
 * @param at Unix seconds of what is chosen; null for the present moment, since a zone may have summer time
 */
export function ZoneMark({ at }: { readonly at: number | null }) {
  const now = useMinute();
  return <span className={classes.zone}>{zoneText(at ?? now)}</span>;
}

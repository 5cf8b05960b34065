import { isTimeOfDay } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A time of day, `HH:mm:ss`, on nobody's clock. */
export const time = textKind({ storage: 'timeOfDay', matches: isTimeOfDay, isLeftOutEmpty: true });

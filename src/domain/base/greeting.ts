/** Part of the day by the viewer's clock. Source: specification §9, "Greeting by hour". */
export type Greeting = 'lateNight' | 'earlyMorning' | 'morning' | 'noon' | 'afternoon' | 'evening';

/** @param hour 0 to 23 */
export function greetingAt(hour: number): Greeting {
  if (hour < 5) return 'lateNight';
  if (hour < 9) return 'earlyMorning';
  if (hour < 12) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}

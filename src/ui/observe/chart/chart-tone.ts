/** What a colour says about a state or a transition, from best to worst. */
export type ChartTone = 'good' | 'fair' | 'warning' | 'poor';

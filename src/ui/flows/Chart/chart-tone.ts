/** What a colour says about a state or a transition. */
export type ChartTone = 'good' | 'warning' | 'poor';

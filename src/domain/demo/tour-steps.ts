/** What the tour shows, one after the other: what the sign-in does, a write, taking it back, a section of one's own, and what this tab did. */
export const TOUR_STEPS = ['chart', 'write', 'undo', 'design', 'replay', 'over'] as const;

export type TourStep = (typeof TOUR_STEPS)[number];

export const isTourStep = (text: string | null): text is TourStep => TOUR_STEPS.some((step) => step === text);

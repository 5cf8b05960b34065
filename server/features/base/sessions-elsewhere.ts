/** Sessions here that began at a provider of identities, and end there too. Why: docs/decisions/200-signing-out-elsewhere-too.md */
export interface SessionsElsewhere {
  /**
   * Of a session that has just ended here.
   * @param familyId null where none has ended; @param origin of the page that asks, undefined where it goes nowhere
   * @returns where the browser goes on to; null where nothing is to end elsewhere. Nothing of it is asked of anybody, and it never throws
   */
  readonly wayOut: (familyId: string | null, origin: string | undefined) => Promise<{ readonly to: string } | null>;
}

/** What the signed-in person may do with a resource; the views' courtesy, the server asks again. */
export interface Abilities {
  readonly mayAdd: boolean;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly maySort: boolean;
}

export const NO_ABILITIES: Abilities = { mayAdd: false, mayEdit: false, mayDelete: false, maySort: false };

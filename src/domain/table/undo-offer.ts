/** A write that whoever made it can still take back: the controller it went to, such as `goods.Goods`, and its number. */
export interface UndoOffer {
  readonly controller: string;
  readonly change: number;
  /** Further writes that are taken back with it, as one. */
  readonly more?: readonly number[];
}

import { isOpenOffer, reasonsAgainst, type LifeOffer, type RecordStand } from '../life/record-life.ts';
import type { ListRow } from './row.ts';

/** A column of the board. */
export interface BoardColumn {
  readonly state: string;
  readonly label: string;
  readonly isFinal: boolean;
  /** How many records are in the state, shown or not. */
  readonly total: number;
  readonly cards: readonly BoardCard[];
}

export interface BoardCard extends RecordStand {
  readonly row: ListRow;
  /** Unix seconds; null where nobody knows. */
  readonly since: number | null;
}

/** The event by which a card gets into a column; of several the first that is open. */
export function offerInto({ offers }: RecordStand, state: string): LifeOffer | null {
  const leading = offers.filter(({ to }) => to.includes(state));
  return leading.find(isOpenOffer) ?? leading[0] ?? null;
}

/** Whether a card may be put into a column: another than its own, and an event leads there that nothing speaks against. */
export function isOpenColumn(card: RecordStand, state: string): boolean {
  const offer = card.state === state ? null : offerInto(card, state);
  return offer !== null && isOpenOffer(offer);
}

/** Why a card may not be put into a column; none where no event leads there. */
export const columnReasons = (card: RecordStand, state: string): readonly string[] => {
  const offer = offerInto(card, state);
  return offer ? reasonsAgainst(offer).map(({ message }) => message) : [];
};

export const findCard = (columns: readonly BoardColumn[], id: number): BoardCard | undefined =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id);

/** The next column that a card may be put into, or its own; the one that it is over where there is none. */
export function stepOver(columns: readonly BoardColumn[], card: RecordStand, over: string, step: -1 | 1): string {
  const open = columns.map(({ state }) => state).filter((state) => state === card.state || isOpenColumn(card, state));
  return open[open.indexOf(over) + step] ?? over;
}

/** The columns with a card in another than its own. */
export function withCardIn(columns: readonly BoardColumn[], id: number, state: string): readonly BoardColumn[] {
  const card = findCard(columns, id);
  if (!card || card.state === state) return columns;
  return columns.map((column) => {
    if (column.state === card.state) return { ...column, total: column.total - 1, cards: column.cards.filter((one) => one.id !== id) };
    return column.state === state ? { ...column, total: column.total + 1, cards: [card, ...column.cards] } : column;
  });
}

/** The columns with what was read of them: anew, or further cards of one; none stands twice. */
export function withRead(columns: readonly BoardColumn[], read: readonly BoardColumn[], isMore: boolean): readonly BoardColumn[] {
  if (!isMore) return read;
  return columns.map((column) => {
    const found = read.find(({ state }) => state === column.state);
    if (!found) return column;
    const known = new Set(column.cards.map(({ id }) => id));
    return { ...column, total: found.total, cards: [...column.cards, ...found.cards.filter(({ id }) => !known.has(id))] };
  });
}

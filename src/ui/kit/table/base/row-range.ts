/** The selection after a box was pressed with shift: everything between the last box and this one takes this one's new state. */
export function rangeSelection(order: readonly number[], selection: readonly number[], fromId: number, toId: number): readonly number[] {
  const [from, to] = [order.indexOf(fromId), order.indexOf(toId)];
  if (from === -1 || to === -1) return selection;
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const isSelecting = !selection.includes(toId);
  const others = selection.filter((id) => !range.includes(id));
  return isSelecting ? [...others, ...range] : others;
}

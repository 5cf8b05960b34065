/** Money is whole cents inside and a two-decimal text on the wire, so that 0.1 + 0.2 is 0.30. */
export type Cents = number;

/** `12.3` → 1230; null when the text is no amount with at most two decimals. */
export function centsFromText(text: string): Cents | null {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/u.exec(text.trim());
  if (!parts) return null;
  const cents = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' && cents !== 0 ? -cents : cents;
}

/** 1230 → `12.30`. */
export function textFromCents(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

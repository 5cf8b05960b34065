/** `1234567.50` → `1,234,567.50`. Only the whole part is grouped; the text may carry a sign. */
export const groupedDigits = (text: string): string => {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** `1234567` → `1,234,567`. */
export const groupedCount = (count: number): string => groupedDigits(String(count));

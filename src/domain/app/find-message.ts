/** Namespace → nested texts, as the files in `locales/` carry them. */
export type MessageCatalogue = Readonly<Record<string, unknown>>;

/** The text of a key. A level may hold whole dotted keys beside nested ones: `menu.goods` and `menu.goods.goods` both are messages. */
export function findMessage(catalogue: MessageCatalogue, key: string): string | undefined {
  const whole = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
  if (typeof whole === 'string') return whole;
  const dot = key.indexOf('.');
  const [name, rest] = [key.slice(0, dot), key.slice(dot + 1)];
  const below = dot > 0 && Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
  return typeof below === 'object' && below !== null ? findMessage(below as MessageCatalogue, rest) : undefined;
}

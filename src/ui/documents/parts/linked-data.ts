/** A thing as schema.org describes it. */
export interface LinkedData {
  readonly '@context': 'https://schema.org';
  readonly '@type': string;
  readonly [property: string]: unknown;
}

/** JSON that no word in it can end, nor a script make something else of. */
export const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/gu, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const described = (type: string, properties: Readonly<Record<string, unknown>>): LinkedData => ({
  '@context': 'https://schema.org',
  '@type': type,
  ...properties,
});

export const organization = (name: string, url: string, logo: string): LinkedData => described('Organization', { name, url, logo });

export const webSite = (name: string, url: string, inLanguage: string): LinkedData => described('WebSite', { name, url, inLanguage });

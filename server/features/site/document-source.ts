import type { Language } from '#domain/base/language';
import type { DocumentPage } from '#domain/site/document-page';
import type { DocumentPlace } from '#domain/site/document-address';

/** A page with the status that it is answered with. */
export interface SourcedPage {
  readonly status: 200 | 404 | 410;
  readonly page: DocumentPage;
}

/** Whether search engines may come at all, and what they are told of the site. */
export interface SiteFacts {
  readonly siteName: string;
  /** Where the site stands, or empty where nobody has said so. */
  readonly origin: string;
  readonly isIndexed: boolean;
  /** How the site can be reached, in its own words. */
  readonly contact: string;
  /** The parts that addresses of goods are divided into, but those that hold none. */
  readonly goodsParts: readonly number[];
}

/** A document that may be found. */
export interface SitePath {
  /** As in the default language. */
  readonly path: string;
  /** The second of its last change, if that is known. */
  readonly changedAt: number | null;
  readonly languages: readonly Language[];
}

/** What all pages of a site depend on. */
export interface SiteState {
  /** Differs after each change of anything that stands on a page. */
  readonly version: string;
  /** Where the site stands, or empty where nobody has said so. */
  readonly origin: string;
}

/** Where public pages have their data from: this server's database, or another server behind which they stand. */
export interface DocumentSource {
  state(): Promise<SiteState>;
  /** The same where nothing has to be asked for it, and null where something has. */
  known?(): SiteState | null;
  /** @param origin used where no other is set; empty where pages are to name none */
  page(place: DocumentPlace, search: string, origin: string): Promise<SourcedPage>;
  /**
   * What a ticket shows, at the place that it was issued for.
   * @param isSpent whether the ticket opens nothing after this; one who only asks for the headers takes nobody's look away
   */
  preview(place: DocumentPlace, ticket: string, origin: string, isSpent: boolean): Promise<SourcedPage>;
  facts(): Promise<SiteFacts>;
  /** @param part 0 for all that are no goods, and from 1 those of goods */
  paths(part: number): Promise<readonly SitePath[]>;
}

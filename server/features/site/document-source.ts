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
  /** Addresses of all documents in the default language that may be found, with the second in which each was last changed, if that is known. */
  readonly paths: readonly { readonly path: string; readonly changedAt: number | null }[];
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
  /** @param origin used where no other is set; empty where pages are to name none */
  page(place: DocumentPlace, search: string, origin: string): Promise<SourcedPage>;
  facts(): Promise<SiteFacts>;
}

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

/** Where public pages have their data from: this server's database, or another server behind which they stand. */
export interface DocumentSource {
  /** Differs after each change of anything below. */
  version(): Promise<string>;
  /** @param origin as the reader asked for it, used where no other is set */
  page(place: DocumentPlace, search: string, origin: string): Promise<SourcedPage>;
  facts(): Promise<SiteFacts>;
}

import type { Generated } from 'kysely';
import type { JsonWithDefault, Stamped, Switch, Versioned } from '#server/db/columns/column-types';

/** Who vouches for people elsewhere. Source: OpenID Connect Discovery 1.0. */
export interface SignInProviderTable extends Stamped, Versioned {
  id: Generated<number>;
  name: string;
  /** An address, without a slash at the end where the provider has none. */
  issuer: string;
  client_id: string;
  secret_state: Generated<'none' | 'set'>;
  /** Beside `openid`, separated by spaces. */
  scopes: Generated<string>;
  audiences: JsonWithDefault<readonly ('admin' | 'member')[]>;
  makes_accounts: Generated<Switch>;
  /** The claim that groups of administrators follow from, by dots where it lies deeper; '' for none. */
  groups_claim: Generated<string>;
  /** Whether who came by it and signs out here is led there to sign out as well. */
  ends_session: Generated<Switch>;
  status: Generated<Switch>;
  weigh: Generated<number>;
}

import type { Generated } from 'kysely';
import type { JsonWithDefault } from '#server/db/columns/column-types';

/** One row for each owner, topic, storage and content. Either an administrator or a member owns it. */
export interface AttachmentTable {
  id: Generated<number>;
  topic: Generated<string>;
  admin_id: Generated<number>;
  user_id: Generated<number>;
  /** The owner's name when they stored it. */
  uploader: Generated<string>;
  /** Site-relative, unique; what forms store. */
  url: string;
  /** The url, or the cloud store's public address of it. */
  full_url: Generated<string>;
  /** Pixels, for pictures. */
  width: Generated<number>;
  height: Generated<number>;
  name: string;
  /** Words that people sort files by. */
  tags: JsonWithDefault<readonly string[]>;
  suffix: Generated<string>;
  /** Bytes. */
  size: Generated<number>;
  /** Told from the bytes; it is served with it. */
  mimetype: Generated<string>;
  /** How often it was stored. */
  quote: Generated<number>;
  /** `local` or `cloud`. */
  storage: Generated<string>;
  /** The protocol's fingerprint, in hexadecimal digits. */
  sha1: Generated<string>;
  /** Null for files of the cloud store. */
  blob_id: number | null;
  version: Generated<number>;
  /** Unix seconds. */
  create_time: number;
  last_upload_time: number;
}

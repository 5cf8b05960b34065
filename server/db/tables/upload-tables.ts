import type { Generated, GeneratedAlways } from 'kysely';

/** Bytes on the disk, shared by every attachment that holds the same. Source: security.md rule 24. */
export interface BlobTable {
  id: GeneratedAlways<number>;
  /** In hexadecimal digits; unique together with the size. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Name of the file on the disk, which no address and no person ever sees. */
  file_id: string;
  /** Attachments, and deleted ones in the recycle bin, that hold it; kept by the database. */
  refs: Generated<number>;
  /** Unix seconds. */
  create_time: number;
}

/**
 * Deleted files that wait in the recycle bin; rows come and go with its entries, by triggers. Those whose number is below nought belong to no entry: they name an
 * object of the cloud store that may have to go, by the number of its record.
 */
export interface RecycledFileTable {
  entry_id: number;
  /** Null for files of the cloud store. */
  blob_id: number | null;
  /** Where the file was, and will be again. */
  url: string;
  /** It will not come back: its bytes are to go. */
  is_released: Generated<boolean>;
}

/** Forms for a cloud store that somebody was given; what is sent by them carries the mark. */
export interface CloudFormTable {
  admin_id: number;
  /** The store, as it stood in the settings. */
  url: string;
  bucket: string;
  region: string;
  mark: string;
  /** When the last one was signed, to the hour. */
  signed_at: number;
  /** Behind which key the next round goes on; empty at the beginning. */
  cursor_key: Generated<string>;
}

/** Forms that a member was given, each for one file on its way to a cloud store. A row is forgotten when nothing can come by its form any more. */
export interface MemberCloudFormTable {
  /** Where the form puts the file: nobody guesses it, and no other file was ever there. */
  sent_key: string;
  /** Where it lies once it was looked at and counts; no form leads there. */
  kept_key: string;
  user_id: number;
  /** The store, as it stood in the settings. */
  url: string;
  bucket: string;
  region: string;
  /** Bytes, and the fingerprint in hexadecimal digits, as the member told them. */
  size: number;
  sha1: string;
  /** When it was signed last. */
  signed_at: number;
  /** Nothing came by it yet, or what came counts, or it is being removed. */
  state: Generated<'open' | 'registered' | 'released'>;
  /** Since when a call copies what came, and looks at it. */
  taken_at: Generated<number | null>;
}

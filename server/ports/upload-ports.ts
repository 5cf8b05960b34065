/** The body of an upload on its way in: read by one, once, or by nobody. */
export interface UploadBody {
  readonly contentType: string;
  /** Of the whole form, as the sender announces it; null when they do not. */
  readonly sizeBytes: number | null;
  readonly stream: ReadableStream<Uint8Array> | null;
}

export interface ReceiveRules {
  readonly maxSizeBytes: number;
  /** The name that a sent one is judged and kept by, before the bytes are read. @throws the refusal */
  readonly nameFor: (sent: string) => string;
}

/** What the first bytes say. */
export interface Detection {
  /** Null where they have no signature, as in texts. */
  readonly type: { readonly mimeType: string; readonly suffix: string } | null;
  /** Whether files with this name's suffix are told by a signature. */
  readonly isSuffixKnown: boolean;
  /** The beginning of the file. */
  readonly head: Uint8Array;
  /** Null when it is no picture that can be read. */
  readonly picture: MeasuredPicture | null;
}

/** What a picture says of itself; nobody has decoded it. */
export interface MeasuredPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of all the pictures that one file may hold. */
  readonly longestSidePx: number;
  readonly mostPixels: number;
}

/** A file that lies whole in the temporary place, or its beginning when it is too large. Whoever receives it keeps or discards it. */
export interface ReceivedFile extends Detection {
  /** As the rules made it. */
  readonly name: string;
  /** When the file is too large, perhaps only what the sender announced. */
  readonly sizeBytes: number;
  readonly isTooLarge: boolean;
  /** In hexadecimal digits. */
  readonly sha1: string;
  readonly sha256: string;
  /** The form's other fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Moves it to its final place; it is on the disk for good when this is done. @returns its name there */
  keep(): Promise<string>;
  /** Removes the temporary file; does nothing after `keep`. */
  discard(): Promise<void>;
}

/** Where stored bytes lie. A file's name is made here and says nothing about it. */
export interface FileStore {
  /** Reads a multipart form and writes its part `file`, never holding more than a few chunks. @throws a refusal; nothing is left then */
  receive(body: UploadBody, rules: ReceiveRules): Promise<ReceivedFile>;
  /** Keeps what is made here, a chunk at a time; nothing is left of what breaks off. @throws a refusal where the disk is full */
  store(chunks: AsyncIterable<Uint8Array>): Promise<{ readonly fileId: string; readonly sizeBytes: number }>;
  /** The bytes from `start` to `end`, both included. Null when the file is gone. */
  read(fileId: string, range?: { readonly start: number; readonly end: number }): Promise<ReadableStream<Uint8Array> | null>;
  /** Bytes, or null when the file is gone. */
  sizeOf(fileId: string): Promise<number | null>;
  remove(fileId: string): Promise<void>;
  /**
   * Removes temporary files, and sets aside files that nobody knows, once they are older than that: whoever knows them again within two weeks,
   * because a newer database is put back, finds them in their places.
   * @param mayAskBucket asked before a bucket is listed, which one of all processes does
   * @returns how many were removed or set aside
   */
  sweep(
    olderThanMs: number,
    isKnown: (fileIds: readonly string[]) => Promise<ReadonlySet<string>>,
    stopped?: AbortSignal,
    mayAskBucket?: () => Promise<boolean>,
  ): Promise<number>;
  /** They lie behind a network: nothing is asked of them while something is locked. */
  readonly isFar?: true;
}

/** An S3-compatible store. The address comes from the settings, never from a request. */
export interface CloudTarget {
  /** Where forms are posted: the bucket's own address. */
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
}

export interface CloudForm {
  /** What every key must begin with, or the only one. */
  readonly key: { readonly startsWith: string } | { readonly is: string };
  readonly minSizeBytes: number;
  readonly maxSizeBytes: number;
  /** The type that the store serves it with; without one the sender cannot choose any. */
  readonly contentType?: string;
  readonly nowMs: number;
  readonly validSeconds: number;
  /** What each file sent by it carries. */
  readonly mark: string;
}

export interface CloudObject {
  readonly key: string;
  readonly changedAtMs: number;
  /** Left out where the store does not say. */
  readonly sizeBytes?: number;
}

/** Speaks to the cloud store with credentials that never leave it. */
export interface CloudStore {
  /** The fields of a form that a browser may post by itself for a while; the file follows them. */
  form(target: CloudTarget, form: CloudForm): Readonly<Record<string, string>>;
  /** Size and beginning of what lies under the key; null when nothing does. @throws a refusal when the store does not answer */
  inspect(target: CloudTarget, key: string): Promise<(Detection & { readonly sizeBytes: number }) | null>;
  /** Files whose keys begin so, in the order of their keys, a thousand at most. @param after the key behind which they begin */
  list(
    target: CloudTarget,
    keyPrefix: string,
    after: string,
  ): Promise<{ readonly objects: readonly CloudObject[]; readonly isLast: boolean }>;
  /** Copies within the store; false when nothing lies under the first key. @throws a refusal when the store does not answer */
  copy(target: CloudTarget, from: string, to: string, timeoutMs?: number): Promise<boolean>;
  /** The mark that the file was sent with; null without one, and where there is no file. */
  markOf(target: CloudTarget, key: string): Promise<string | null>;
  /** Nothing happens when it is gone already. */
  remove(target: CloudTarget, key: string): Promise<void>;
}

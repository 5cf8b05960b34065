import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/**
 * Uploads: the file itself, the question whether its bytes are known already, and the notice after a direct upload to a cloud store.
 * Source: specification §7, §3 "Upload result", "Cloud upload callback payload"; wire protocol §6.
 */

const text = z._default(z.nullish(z.string()), '');
const count = z._default(z.nullish(z.number()), 0);

/** An attachment as a reply carries it. Clients rely only on `url` (site-relative, what forms store) and `full_url`. */
const attachment = z.object({
  id: z.optional(z.number()),
  topic: text,
  admin_id: count,
  user_id: count,
  url: z.string(),
  full_url: z.string(),
  name: text,
  suffix: text,
  size: count,
  mimetype: text,
  sha1: text,
  width: count,
  height: count,
  storage: text,
  last_upload_time: count,
});

const options = {
  topic: z.optional(z.string()),
  driver: z.optional(z.string()),
  forceLocal: z.optional(z.union([z.string(), z.number()])),
};

/** The file travels as the part `file` of a multipart form, the input as the query. */
const uploadTo = (path: '/admin/ajax/upload' | '/api/ajax/upload') =>
  endpoint({
    method: 'POST',
    path,
    audience: 'signedIn',
    body: 'file',
    input: z.object(options),
    output: z.object({ file: attachment }),
    success: 'silent',
    summary: 'Stores one file and answers its attachment.',
  });
export const uploadAsAdmin = uploadTo('/admin/ajax/upload');
export const uploadAsMember = uploadTo('/api/ajax/upload');

/** Answers `file: null` unless the same owner has stored the same bytes under the same topic; other servers do not know the call. */
const findUploadAt = (path: '/admin/ajax/findUpload' | '/api/ajax/findUpload') =>
  endpoint({
    method: 'GET',
    path,
    audience: 'signedIn',
    input: z.object({
      sha1: z.string(),
      size: z.union([z.string(), z.number()]),
      name: z.string(),
      topic: z.optional(z.string()),
      /** Only what lies with the server itself. */
      forceLocal: z.optional(z.union([z.string(), z.number()])),
    }),
    output: z.object({ file: z.nullable(attachment) }),
    success: 'silent',
    summary: "The caller's own attachment with these bytes, if there is one.",
  });
export const findUploadAsAdmin = findUploadAt('/admin/ajax/findUpload');
export const findUploadAsMember = findUploadAt('/api/ajax/findUpload');

/** Registers a file that the browser has sent to the cloud store itself; saying it twice registers it once. */
const cloudCallbackAt = (path: '/admin/Alioss/callback' | '/api/Alioss/callback') =>
  endpoint({
    method: 'POST',
    path,
    audience: 'signedIn',
    input: z.object({
      url: z.string(),
      name: z.string(),
      size: z.union([z.number(), z.string()]),
      type: z.string(),
      sha1: z.string(),
    }),
    output: z.nullable(z.object({ file: z.optional(attachment) })),
    success: 'silent',
    summary: 'Registers a file that lies in the cloud store.',
  });
export const cloudCallbackAsAdmin = cloudCallbackAt('/admin/Alioss/callback');
export const cloudCallbackAsMember = cloudCallbackAt('/api/Alioss/callback');

/** Address of the picture that stands for a file which is none; a page loads it by itself, so it needs no token. */
export const SUFFIX_ICON_PATH = '/api/ajax/buildSuffixSvg';

/**
 * What a browser posts to the cloud store before one file of a member: the address, the file's name there, and the fields, which let in
 * this one file of this size for a few minutes. The notice afterwards names it as `/key`. Other servers do not know the call.
 */
export const askUploadForm = endpoint({
  method: 'POST',
  path: '/api/account/uploadForm',
  audience: 'signedIn',
  input: z.object({
    name: z.string().check(z.maxLength(1000)),
    /** Bytes. */
    size: z.number().check(z.int(), z.gte(0)),
    sha1: z.string().check(z.regex(/^[\da-f]{40}$/u)),
  }),
  output: z.object({ url: z.string(), key: z.string(), params: z.record(z.string(), z.string()) }),
  success: 'silent',
  summary: 'A form by which a browser may send one file of the member to the cloud store.',
});

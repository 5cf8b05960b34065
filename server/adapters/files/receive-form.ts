import { once, type EventEmitter } from 'node:events';
import Busboy from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { FailureError, rejection } from '#domain/base/failure';
import {
  PART_HEADER_BYTES,
  PART_HEADERS,
  UPLOAD_FIELD_BYTES,
  UPLOAD_FIELDS,
  UPLOAD_IDLE_MS,
  UPLOAD_TIMEOUT_MS,
} from '../../base/limits.ts';
import type { UploadBody } from '../../ports/upload-ports.ts';

/** Takes the part `file`; the form is read no further once it is done. */
type TakeFile<T> = (name: string, bytes: Readable) => Promise<T>;

export interface ReceivedForm<T> {
  readonly file: T;
  readonly fields: Readonly<Record<string, string>>;
}

const interruption = (): FailureError => rejection('refusals.upload.interrupted');
const tooManyParts = (): FailureError => rejection('refusals.upload.tooManyParts');

/**
 * Reads a multipart form piece by piece, no faster than its file is taken, within limits of parts, fields and time.
 * The stream is given back unlocked wherever reading ended, so that the rest can be let go.
 * @throws FailureError for everything the sender did wrong, and whatever `takeFile` throws
 */
export async function receiveForm<T>(body: UploadBody, takeFile: TakeFile<T>, isDone: (file: T) => boolean): Promise<ReceivedForm<T>> {
  const parser = parserFor(body);
  const reader = (body.stream ?? new Blob([]).stream()).getReader();
  const stopped = Promise.withResolvers<T>();
  const fields: Record<string, string> = {};
  let taking: Promise<T> | null = null;
  let taken: Readable | null = null;
  let isOver = false;

  parser.on('field', (name, value) => {
    if (/^\w{1,30}$/u.test(name)) fields[name] = value;
  });
  parser.on('file', (part, bytes, fileName: string | undefined) => {
    // A part that ends too early says so on its own stream, whether anybody still reads it or not.
    bytes.on('error', () => undefined);
    if (part !== 'file' || taking !== null) {
      bytes.resume();
      return stopped.reject(tooManyParts());
    }
    taken = bytes;
    taking = takeFile(fileName ?? '', bytes);
    taking.then((file) => isDone(file) && stopped.resolve(file), stopped.reject);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => stopped.reject(tooManyParts()));
  partsOf(parser).on('part', (part: EventEmitter) =>
    part.on('header', (headers: Headers) => {
      if (hasTooManyHeaders(headers)) stopped.reject(rejection('refusals.upload.tooManyHeaders'));
    }),
  );
  parser.on('error', () => stopped.reject(interruption()));
  const late = (): void => stopped.reject(rejection('refusals.upload.tooSlow'));
  const whole = setTimeout(late, UPLOAD_TIMEOUT_MS);
  const pause = setTimeout(late, UPLOAD_IDLE_MS);

  async function feed(): Promise<T> {
    for (;;) {
      const { done, value } = await reader.read().catch((): never => {
        throw interruption();
      });
      if (isOver || done) break;
      pause.refresh();
      if (!parser.write(value)) await once(parser, 'drain');
    }
    const finished = once(parser, 'finish');
    parser.end();
    await finished;
    if (taking === null) throw rejection('refusals.upload.incomplete');
    return taking;
  }

  try {
    const fed = feed();
    // Once stopped, nobody listens to what the feeding says.
    fed.catch(() => undefined);
    return { file: await Promise.race([stopped.promise, fed]), fields };
  } finally {
    isOver = true;
    clearTimeout(whole);
    clearTimeout(pause);
    stopped.promise.catch(() => undefined);
    reader.releaseLock();
    parser.destroy();
    (taken as Readable | null)?.destroy();
    // What the part was written to may be removed only when nobody writes any more.
    await (taking as Promise<T> | null)?.catch(() => undefined);
  }
}

function parserFor({ contentType }: UploadBody): ReturnType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
      limits: {
        files: 2,
        fields: UPLOAD_FIELDS,
        parts: UPLOAD_FIELDS + 2,
        fieldSize: UPLOAD_FIELD_BYTES,
        fieldNameSize: 100,
        // A little more than is taken, so that what is too much can be seen: beyond these limits the parser leaves out in silence.
        headerPairs: PART_HEADERS + 1,
        headerSize: 2 * PART_HEADER_BYTES,
      },
    });
  } catch {
    throw rejection('refusals.contentType');
  }
}

type Headers = Readonly<Record<string, readonly string[]>>;

/** The parser within the form's own, which is the one that sees the headers of parts. */
const partsOf = (parser: ReturnType<typeof Busboy>): EventEmitter =>
  (parser as unknown as { readonly _parser: { readonly parser: EventEmitter } })._parser.parser;

function hasTooManyHeaders(headers: Headers): boolean {
  const lines = Object.entries(headers).flatMap(([name, values]) => values.map((value) => name.length + value.length));
  return lines.length > PART_HEADERS || lines.reduce((sum, length) => sum + length, 0) > PART_HEADER_BYTES;
}

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export async function compressed(plain: Uint8Array<ArrayBuffer>, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength } };
  return new Uint8Array(await (encoding === 'br' ? brotli(plain, hint) : gzipped(plain)));
}

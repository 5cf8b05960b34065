interface NamedBucket {
  readonly url: string;
  readonly bucket: string;
}

/** Whether two addresses lead to one bucket, which may stand in the path of an address or before its host. */
export function isSameBucket(one: NamedBucket, other: NamedBucket): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a !== null && b !== null && a.store === b.store && a.bucket === b.bucket;
}

function placeOf({ url, bucket }: NamedBucket): { readonly store: string; readonly bucket: string } | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/u, '');
  if (path.endsWith(`/${bucket}`) && bucket !== '') return { store: `${host}${path.slice(0, -bucket.length - 1)}`, bucket };
  if (bucket !== '' && host.startsWith(`${bucket}.`)) return { store: `${host.slice(bucket.length + 1)}${path}`, bucket };
  return { store: `${host}${path}`, bucket };
}

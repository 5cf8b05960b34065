import { Parser } from 'htmlparser2';
import { rejection } from '#domain/base/failure';
import type { CloudObject } from '../../ports/upload-ports.ts';

/** Reads the reply of ListObjectsV2. @throws a refusal for anything else, so that nothing is concluded from it */
export function parseObjectList(xml: string): { readonly objects: readonly CloudObject[]; readonly isLast: boolean } {
  const path: string[] = [];
  const objects: CloudObject[] = [];
  let [text, key, changedAt, size, isTruncated] = ['', '', '', '', ''];
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        text = '';
      },
      ontext: (part) => void (text += part),
      onclosetag(name) {
        const at = path.join('/');
        path.pop();
        if (at === 'ListBucketResult/IsTruncated') isTruncated = text.trim();
        else if (at === 'ListBucketResult/Contents/Key') key = text;
        else if (at === 'ListBucketResult/Contents/LastModified') changedAt = text.trim();
        else if (at === 'ListBucketResult/Contents/Size') size = text.trim();
        else if (name === 'Contents') {
          const changedAtMs = Date.parse(changedAt);
          const told = /^\d{1,15}$/u.test(size) ? { sizeBytes: Number(size) } : {};
          if (key !== '' && !Number.isNaN(changedAtMs)) objects.push({ key, changedAtMs, ...told });
          [key, changedAt, size] = ['', '', ''];
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  if (isTruncated !== 'true' && isTruncated !== 'false') throw rejection('refusals.upload.cloudUnreachable');
  return { objects, isLast: isTruncated === 'false' };
}

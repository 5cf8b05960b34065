import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { bringSections, findResource } from '../base/resource-book.ts';

/**
 * Brings the section whose records a field offers. Whoever may fill the field may still not open the section; then its declaration is not known here.
 * @throws FailureError saying so
 */
export async function openResource(name: string): Promise<Resource> {
  await bringSections([name]);
  const resource = findResource(name);
  if (!resource) throw rejection('errors.http.403');
  return resource;
}

import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { findResource } from '../base/resource-book.ts';

/**
 * The section whose records a field offers. Whoever may fill the field may still not open the section; then its declaration is not known here.
 * @throws FailureError saying so
 */
export function openResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw rejection('errors.http.403');
  return resource;
}

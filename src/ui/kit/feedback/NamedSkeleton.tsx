import { Skeleton } from '@mantine/core';

interface NamedSkeletonProps {
  readonly heightPx: number;
  readonly label: string;
}

/** The place of something that is on its way, with what that is for whoever cannot see it. */
export const NamedSkeleton = ({ heightPx, label }: NamedSkeletonProps) => (
  <output aria-label={label} aria-busy="true">
    <Skeleton height={heightPx} radius="md" />
  </output>
);

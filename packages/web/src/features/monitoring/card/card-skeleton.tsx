import { Skeleton } from '../../../ui/skeleton.tsx'

/** A machine card that is still loading, in its final size. */
export function CardSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="flex h-[289px] flex-col gap-2.5 rounded-panel border-[1.5px] border-line bg-surface p-4"
    >
      <div className="flex justify-between">
        <Skeleton className="h-5 w-[44%]" />
        <Skeleton className="h-5 w-19" />
      </div>
      <Skeleton className="h-3 w-[62%]" />
      <Skeleton className="my-1.5 flex-1" />
      <div className="flex gap-3.5">
        <Skeleton className="h-[34px] flex-1" />
        <Skeleton className="h-[34px] flex-1" />
        <Skeleton className="h-[34px] flex-1" />
      </div>
    </div>
  )
}

import { classNames } from './class-names.ts'

/** A grey block in the final shape of what is loading; give it its size by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('relative block overflow-hidden rounded-state bg-surface-3', className)}
    >
      <span className="absolute inset-0 -translate-x-full animate-sheen bg-sheen" />
    </span>
  )
}

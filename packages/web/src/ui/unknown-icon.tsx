import { classNames } from './class-names.ts'
import type { IconProps } from './icon.tsx'

/** No live data: a broken ring with a question mark. */
export function UnknownIcon({ size = 16, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <circle cx="12" cy="12" r="9.3" strokeDasharray="3.9 2.6" />
      <path d="M9.3 9.7a2.7 2.7 0 1 1 4.2 2.3c-.9.6-1.5 1.1-1.5 2.2M12 17v.3" />
    </svg>
  )
}

import type { ReactElement } from 'react'
import { classNames } from './class-names.ts'

export interface IconProps {
  /** Edge length in CSS pixels; 16 by default. */
  size?: number
  className?: string
}

export type Icon = (props: IconProps) => ReactElement

/** What every icon has in common. An icon is decoration: its name is beside it or on its button. */
function frame({ size = 16, className }: IconProps) {
  return {
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    className: classNames('shrink-0', className),
  } as const
}

/** An icon of lines on a 24 grid, coloured by the text around it. */
export function lineIcon(path: string, strokeWidth = 1.8): Icon {
  return (props) => (
    <svg
      {...frame(props)}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}

/** An icon of lines that points forwards or backwards in the text: mirrored where people read from right to left. */
export function pointingIcon(path: string): Icon {
  const Line = lineIcon(path)
  return ({ className, ...props }) => <Line {...props} className={classNames('rtl:-scale-x-100', className)} />
}

/** A filled icon; what lies inside another shape is cut out of it. */
export function solidIcon(path: string): Icon {
  return (props) => (
    <svg {...frame(props)} aria-hidden="true" fill="currentColor" fillRule="evenodd">
      <path d={path} />
    </svg>
  )
}

import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import type { Mark } from './use-drawing.ts'

interface MarkButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  mark: Pick<Mark, 'position' | 'x' | 'y'>
  label: string
  isChosen: boolean
}

/** A position on a drawing. It is on white paper in both themes. A finger hits more than the eye sees. */
export function MarkButton({ mark, label, isChosen, className, ...rest }: MarkButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      {...rest}
      style={{ left: `${mark.x * 100}%`, top: `${mark.y * 100}%` }}
      className={classNames(
        'group absolute grid size-8 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full max-md:size-11',
        className,
      )}
    >
      <span
        translate="no"
        className="grid h-6 min-w-6 place-items-center rounded-full border-2 border-[#14181d] bg-white px-1 text-12 font-semibold whitespace-nowrap text-[#14181d] group-hover:bg-[#e6e8eb] group-aria-pressed:bg-[#14181d] group-aria-pressed:text-white"
      >
        {mark.position}
      </span>
    </button>
  )
}

import { memo } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { familyWords } from './family-words.ts'
import type { MatrixStyle, PackagingFamily } from './matrix-data.ts'

interface NameProps {
  top: number
  height: number
}

/**
 * The name of a style for the eye; its line says it to screen readers. The names are one column that stays: to have each line keep
 * its own would be a layer for each.
 */
export const StyleName = memo(function StyleName(props: NameProps & { style: MatrixStyle; isAt: boolean }) {
  const { name, standardRef } = props.style
  return (
    <div
      title={standardRef === null ? name : `${name}, ${standardRef}`}
      className={classNames(
        'absolute inset-x-0 flex items-center gap-2 border-b border-line ps-3.5 pe-2.5 text-13 font-medium max-md:ps-4',
        props.isAt && 'bg-kraft-soft',
      )}
      style={{ top: props.top, height: props.height }}
    >
      <span className="min-w-0 flex-1 truncate max-md:line-clamp-2 max-md:leading-4 max-md:whitespace-normal">
        {name}
      </span>
      {standardRef !== null && (
        <span className="shrink-0 text-11 font-normal text-text-3 max-md:hidden">{standardRef}</span>
      )}
    </div>
  )
})

/** The name of a family, above its styles. */
export const FamilyName = memo(function FamilyName(props: NameProps & { family: PackagingFamily }) {
  return (
    <div
      className="absolute inset-x-0 flex items-center truncate border-b border-line bg-surface-3 ps-3.5 text-12 font-semibold text-text-2 max-md:ps-4"
      style={{ top: props.top, height: props.height }}
    >
      {familyWords[props.family]}
    </div>
  )
})

import { useEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { ExternalIcon } from '../../ui/icons.tsx'
import { itemShape } from './item-shape.tsx'
import { type Range, splitByRanges } from './match.ts'
import type { RankedItem } from './rank.ts'

export interface PaletteOptionProps {
  id: string
  ranked: RankedItem
  active: boolean
  onPoint: () => void
  onChoose: () => void
}

/** One entry of the list. The keyboard's focus stays in the field, which says which entry is meant. */
export function PaletteOption({ id, ranked, active, onPoint, onChoose }: PaletteOptionProps) {
  const { item, labelRanges, sublabelRanges } = ranked
  const { icon: Shape, colour, word } = itemShape(item)
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys for all entries
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, see aria-activedescendant
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        'flex min-h-10 scroll-my-9 cursor-pointer items-center gap-3 border-s-3 py-1.5 pe-4 ps-[13px] max-md:min-h-12',
        active ? 'border-kraft bg-kraft-soft' : 'border-transparent',
      )}
    >
      <Shape className={colour} />
      <span className="min-w-0 flex-1 md:truncate">
        <span className={classNames('font-[550]', item.kind === 'machine' && 'code')}>
          <Found text={item.label} ranges={labelRanges} />
        </span>
        {item.sublabel && (
          <span className="ms-2.5 text-13 text-text-2 max-md:ms-0 max-md:block max-md:truncate">
            <Found text={item.sublabel} ranges={sublabelRanges} />
          </span>
        )}
      </span>
      {word && <span className={`text-12 font-semibold ${colour} max-md:sr-only`}>{word}</span>}
      {item.newTab && <ExternalIcon size={14} className="text-text-3" />}
    </div>
  )
}

/** A text with what was looked for marked in it. */
function Found({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return splitByRanges(text, ranges).map((part, i) =>
    part.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <mark key={i} className="bg-transparent text-inherit underline decoration-kraft decoration-2 underline-offset-3">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}

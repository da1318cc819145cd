import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon } from './icon.tsx'

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'unk'

const tones: Record<Tone | 'plain', string> = {
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  unk: 'bg-unk-soft text-unk',
  plain: 'text-text-2 shadow-[inset_0_0_0_1px_var(--line-2)]',
}

export interface BadgeProps {
  tone: Tone | 'plain'
  /** The shape that says the same as the colour. */
  icon?: Icon
  className?: string
  children: ReactNode
}

/** A state in one or two words. */
export function Badge({ tone, icon: Shape, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-[22px] shrink-0 items-center gap-[5px] rounded-state pe-2 text-12 leading-none font-semibold whitespace-nowrap',
        Shape ? 'ps-1.5' : 'ps-2',
        tones[tone],
        className,
      )}
    >
      {Shape && <Shape size={14} />}
      {children}
    </span>
  )
}

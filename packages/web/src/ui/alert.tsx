import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'
import { AlertIcon, InfoIcon, WarningIcon } from './icons.tsx'

const tones: Record<Tone, string> = {
  ok: 'border-ok bg-ok-soft text-ok',
  bad: 'border-bad bg-bad-soft text-bad',
  warn: 'border-warn bg-warn-soft text-warn',
  info: 'border-info bg-info-soft text-info',
  unk: 'border-line-2 bg-unk-soft text-text-2',
}

const shapes = { ok: InfoIcon, bad: AlertIcon, warn: WarningIcon, info: InfoIcon, unk: InfoIcon }

/** A message about what just happened. A bad one is read aloud at once. */
export function Alert({ tone, className, children }: { tone: Tone; className?: string; children: ReactNode }) {
  const Shape = shapes[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2.5 rounded-control border px-3 py-2.5', tones[tone], className)}
    >
      <Shape className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

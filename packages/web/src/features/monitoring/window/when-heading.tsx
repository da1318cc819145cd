import { t } from '@packhouse/messages'
import { isOpen, useWindow } from './machine-window.ts'
import { stepperWords } from './window-words.ts'

/** Of which time the tiles or the charts are: said where the charts show a time that is over, which the tiles never do. */
export function WhenHeading({ of }: { of: 'tiles' | 'charts' }) {
  const { view, wanted, clock, now } = useWindow()
  if (isOpen(wanted, now)) return null
  return (
    <h2 className="mb-1.5 text-13 font-semibold">
      {of === 'tiles' ? t('monitoring.now') : stepperWords(view, wanted, clock, now)}
    </h2>
  )
}

import { t } from '@packhouse/messages'
import { Button } from '../../ui/button.tsx'
import type { PageWindow } from './page-window.ts'

interface ShowButtonProps {
  page: PageWindow
  from: number
  to: number
  isUnderWay: boolean
  /** What is shown, for whoever does not see the row. */
  what: string
}

/** What is under way ends a little later with every look. */
const LAG_MS = 10 * 60_000

/** Makes a stretch the window of the page. */
export function ShowButton({ page: { shown, now, choose }, from, to, isUnderWay, what }: ShowButtonProps) {
  const until = Math.min(to, now)
  const isShown = shown.from === from && (shown.to === until || (isUnderWay && shown.to > now - LAG_MS))
  const label = isShown ? t('production.isShown') : t('production.show')
  return (
    <Button
      size="dense"
      aria-pressed={isShown}
      aria-label={`${label}: ${what}`}
      onClick={() => choose({ from, to: until })}
    >
      {label}
    </Button>
  )
}

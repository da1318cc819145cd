import type { QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'

type Promised = Pick<QuoteContent['items'][number], 'promisedSpeed'>

/** The speed that a line promises, which the customer accepts with it. */
export function PromisedSpeed({ line: { promisedSpeed }, className }: { line: Promised; className: string }) {
  if (promisedSpeed === undefined || promisedSpeed === null) return null
  const { figure, style } = promisedSpeed
  return (
    <span className={className}>
      {style === null ? t('quote.promisedSpeed', { figure }) : t('quote.promisedSpeedWith', { figure, style })}
    </span>
  )
}

import type { PublicQuote } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { absoluteLabel, formatPlainDate } from '../../lib/format/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import type { ShownQuote } from './use-quote.ts'

export interface QuoteStateAlertProps {
  state: PublicQuote['state']
  quote: ShownQuote
  /** The address of the newer revision, where the reader was sent it. */
  newer: string | undefined
}

/** What a reader has to know of a quote that is not open. */
export function QuoteStateAlert({ state, quote, newer }: QuoteStateAlertProps) {
  const words = wordsOf(state, quote)
  if (words === undefined) return null
  const tone = state === 'accepted' ? 'ok' : state === 'newer' ? 'info' : 'warn'
  return (
    <Alert tone={tone} className="mb-4">
      {words}
      {newer !== undefined && (
        <>
          {' '}
          <AppLink className="font-semibold underline" href={newer}>
            {t('quotePage.openNewer')}
          </AppLink>
        </>
      )}
    </Alert>
  )
}

function wordsOf(state: PublicQuote['state'], { content, acceptance }: ShownQuote): string | undefined {
  switch (state) {
    case 'newer':
      return t('quotePage.isNewer')
    case 'ended':
      return t('quotePage.hasEnded', { day: formatPlainDate(content.validUntil) })
    case 'declined':
      return t('quotePage.wasDeclined')
    case 'accepted':
      return acceptance === null
        ? t('quotePage.wasOrdered')
        : t('quotePage.wasAccepted', { name: acceptance.name, when: absoluteLabel(acceptance.acceptedAt) })
    default:
      return undefined
  }
}

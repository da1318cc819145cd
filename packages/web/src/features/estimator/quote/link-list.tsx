import { api, type QuoteLink } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useShowQuotes } from './use-project-quotes.ts'

const tones: Record<QuoteLink['state'], Tone> = {
  open: 'info',
  withdrawn: 'unk',
  newer: 'unk',
  ended: 'warn',
  accepted: 'ok',
  declined: 'bad',
}

/** The links of a project; those that can still be used can be withdrawn. */
export function LinkList({ id, links }: { id: string; links: readonly QuoteLink[] }) {
  const show = useShowQuotes(id)
  const withdraw = async (linkId: string) => {
    try {
      await show(await callApi(api.withdrawQuoteLink, { params: { id, linkId } }))
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error) })
    }
  }
  if (links.length === 0) return null
  // What was marked as won by hand was accepted by none of them.
  const isOrdered = links.some(({ hasAccepted }) => hasAccepted)
  return (
    <ul aria-label={t('quotePanel.links')} className="grid gap-2">
      {links.map(
        ({
          id: linkId,
          recipientName,
          recipientEmail,
          state,
          version,
          validUntil,
          openCount,
          openedAt,
          hasAccepted,
        }) => (
          <li key={linkId} className="flex flex-wrap items-center gap-2 rounded-control border border-line p-3">
            <span className="min-w-40 flex-1">
              <bdi className="font-semibold">{recipientName}</bdi>{' '}
              <span className="text-text-2 wrap-anywhere">{recipientEmail}</span>
              <span className="block text-12 text-text-2">
                {t('quotePanel.versionUntil', { version, day: formatPlainDate(validUntil) })} ·{' '}
                {openedAt === null ? (
                  t('quotePanel.notOpened')
                ) : (
                  <>
                    {t('quotePanel.openedTimes', { count: openCount })} · <DateLabel value={openedAt} />
                  </>
                )}
              </span>
            </span>
            {state === 'accepted' && isOrdered && !hasAccepted ? (
              <Badge tone="unk">{t('quotePanel.acceptedElsewhere')}</Badge>
            ) : (
              <Badge tone={tones[state]}>{t(`quotePanel.state.${state}`)}</Badge>
            )}
            {['open', 'newer', 'ended'].includes(state) && (
              <Button size="dense" onClick={() => void withdraw(linkId)}>
                {t('quotePanel.withdraw')}
              </Button>
            )}
          </li>
        ),
      )}
    </ul>
  )
}

import { t } from '@packhouse/messages'
import { useParams } from '@tanstack/react-router'
import { QuotePage } from '../features/quote/quote-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function QuoteScreen() {
  const { token } = useParams({ from: '/quote/$token' })
  useDocumentTitle(t('quotePage.quote'))
  return <QuotePage key={token} token={token} />
}

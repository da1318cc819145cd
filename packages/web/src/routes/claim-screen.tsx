import { t } from '@packhouse/messages'
import { useParams } from '@tanstack/react-router'
import { ClaimPage } from '../features/orders/claim-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function ClaimScreen() {
  const { token } = useParams({ from: '/signed-in/claim/$token' })
  useDocumentTitle(t('claim.title'))
  return <ClaimPage key={token} token={token} />
}

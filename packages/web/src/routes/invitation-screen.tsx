import { t } from '@packhouse/messages'
import { useLoaderData, useSearch } from '@tanstack/react-router'
import { InvitationPage } from '../features/access/invitation-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function InvitationScreen() {
  const { settings, invitation } = useLoaderData({ from: '/invitation' })
  const { token } = useSearch({ from: '/invitation' })
  useDocumentTitle(t('app.invitation'))
  return <InvitationPage key={token} settings={settings} token={token ?? ''} invitation={invitation} />
}

import { t } from '@packhouse/messages'
import { useLoaderData, useSearch } from '@tanstack/react-router'
import { UnsubscribePage } from '../features/access/unsubscribe-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function UnsubscribeScreen() {
  const { settings, subscription } = useLoaderData({ from: '/unsubscribe' })
  const { token } = useSearch({ from: '/unsubscribe' })
  useDocumentTitle(t('access.unsubscribe'))
  return <UnsubscribePage key={token} settings={settings} token={token ?? ''} subscription={subscription} />
}

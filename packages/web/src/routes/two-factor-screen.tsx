import { t } from '@packhouse/messages'
import { useLoaderData, useRouter, useSearch } from '@tanstack/react-router'
import { TwoFactorPage } from '../features/access/two-factor-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { intendedPath } from '../lib/intended-path.ts'
import { startAddress } from './start-address.ts'

export function TwoFactorScreen() {
  const settings = useLoaderData({ from: '/auth/twofactor' })
  const search = useSearch({ from: '/auth/twofactor' })
  const pendingToken = search.pending_token ?? ''
  const intended = intendedPath(search.intended)
  const router = useRouter()
  useDocumentTitle(t('app.confirmItIsYou'))
  return (
    <TwoFactorPage
      key={pendingToken}
      settings={settings}
      pendingToken={pendingToken}
      intended={intended}
      onSignedIn={() => void startAddress(intended).then((href) => router.navigate({ href, replace: true }))}
    />
  )
}

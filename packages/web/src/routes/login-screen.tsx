import { useLoaderData, useRouter, useSearch } from '@tanstack/react-router'
import { LoginPage } from '../features/access/login-page.tsx'
import { loginText } from '../features/access/login-text.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { intendedPath } from '../lib/intended-path.ts'
import { startAddress } from './start-address.ts'

export function LoginScreen() {
  const settings = useLoaderData({ from: '/login' })
  const intended = intendedPath(useSearch({ from: '/login' }).intended)
  const router = useRouter()
  useDocumentTitle(loginText(settings.login.title))
  return (
    <LoginPage
      settings={settings}
      intended={intended}
      onSignedIn={() => void startAddress(intended).then((href) => router.navigate({ href, replace: true }))}
      onSecondFactor={(pendingToken) => {
        const query = new URLSearchParams({ pending_token: pendingToken, intended })
        void router.navigate({ href: `/auth/twofactor?${query}` })
      }}
    />
  )
}

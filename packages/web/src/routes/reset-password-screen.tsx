import { t } from '@packhouse/messages'
import { useLoaderData, useSearch } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/access/reset-password-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function ResetPasswordScreen() {
  const { token } = useSearch({ from: '/reset-password' })
  useDocumentTitle(t('app.setANewPassword'))
  return <ResetPasswordPage key={token} settings={useLoaderData({ from: '/reset-password' })} token={token ?? ''} />
}

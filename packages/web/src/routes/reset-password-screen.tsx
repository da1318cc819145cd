import { useLoaderData, useSearch } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/access/reset-password-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function ResetPasswordScreen() {
  const { token } = useSearch({ from: '/reset-password' })
  useDocumentTitle('Set a new password')
  return <ResetPasswordPage key={token} settings={useLoaderData({ from: '/reset-password' })} token={token ?? ''} />
}

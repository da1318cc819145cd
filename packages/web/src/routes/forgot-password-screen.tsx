import { t } from '@packhouse/messages'
import { useLoaderData } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../features/access/forgot-password-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function ForgotPasswordScreen() {
  useDocumentTitle(t('app.forgotPassword'))
  return <ForgotPasswordPage settings={useLoaderData({ from: '/forgot-password' })} />
}

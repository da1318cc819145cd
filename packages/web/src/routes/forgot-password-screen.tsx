import { useLoaderData } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../features/access/forgot-password-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function ForgotPasswordScreen() {
  useDocumentTitle('Forgot password')
  return <ForgotPasswordPage settings={useLoaderData({ from: '/forgot-password' })} />
}

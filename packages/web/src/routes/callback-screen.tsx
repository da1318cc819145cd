import type { PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useLoaderData } from '@tanstack/react-router'
import { CallbackPage } from '../features/access/callback-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function CmmsCallbackScreen() {
  return <Failed {...useLoaderData({ from: '/cmms/callback' })} />
}

export function OktaCallbackScreen() {
  return <Failed {...useLoaderData({ from: '/okta/callback' })} />
}

function Failed(props: { settings: PublicSettings; failure: string; intended: string }) {
  useDocumentTitle(t('app.signInFailed'))
  return <CallbackPage {...props} />
}

import { t } from '@packhouse/messages'
import { useLoaderData } from '@tanstack/react-router'
import { DeniedPage } from '../features/shell/denied-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function DeniedScreen() {
  useDocumentTitle(t('app.noAccess'))
  return <DeniedPage session={useLoaderData({ from: '/denied' })} />
}

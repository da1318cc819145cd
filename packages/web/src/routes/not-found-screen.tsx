import { t } from '@packhouse/messages'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function NotFoundScreen() {
  useDocumentTitle(t('app.notFound'))
  return <NotFoundPage />
}

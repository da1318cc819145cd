import { t } from '@packhouse/messages'
import { useLocation } from '@tanstack/react-router'
import { useDocumentTitle } from '../../../lib/document-title.ts'
import { Page, PageHead } from '../../../ui/page.tsx'
import { DocumentButton } from '../document-button.tsx'

/** Where the mail of a report leads that was too large for it. Whoever may see the customer's machines gets the report here. */
export function CustomerReportPage({ id }: { id: string }) {
  const title = t('monthlyReport.title')
  useDocumentTitle(title)
  const month = useLocation({ select: ({ search }) => (search as { month?: unknown }).month })
  const parameters = typeof month === 'string' ? { month } : {}
  return (
    <Page width="narrow">
      <PageHead title={title} subtitle={t('monthlyReport.getItHere')} />
      <DocumentButton variant="primary" request={{ type: 'customerReport', id, parameters }}>
        {t('monthlyReport.download')}
      </DocumentButton>
    </Page>
  )
}

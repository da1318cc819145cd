import { t } from '@packhouse/messages'
import { Alert } from '../../../ui/alert.tsx'

/** What is wrong with the connections that fetch the data of a machine, so that nobody takes what is missing for zero. */
export function SourceIssues({ issues }: { issues: readonly string[] }) {
  if (issues.length === 0) return null
  return (
    <Alert tone="warn" className="mb-4">
      <p className="font-semibold">{t('monitoring.someValuesAreMissing')}</p>
      <ul className="mt-1 grid gap-1 [overflow-wrap:anywhere]">
        {issues.map((issue) => (
          <li key={issue}>{issue}</li>
        ))}
      </ul>
    </Alert>
  )
}

import { t } from '@packhouse/messages'
import { AppLink } from '../../../ui/app-link.tsx'
import { projectAddress } from '../board/project-address.ts'

/** What it means to mark a project as sent: nobody is mailed, which the link for the customer does. */
export function SentHow({ id }: { id: string }) {
  return (
    <>
      <p>{t('estimator.sentHow')}</p>
      <AppLink href={`${projectAddress(id)}?tab=quote`} className="mt-2 inline-block underline">
        {t('estimator.makeLink')}
      </AppLink>
    </>
  )
}

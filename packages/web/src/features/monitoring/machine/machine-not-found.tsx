import { publicPagePath, publicTokenSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { rich } from '../../../lib/language/rich.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'

/** The page of a machine that does not exist for this reader. A machine of another customer gets the same page. */
export function MachineNotFound({ id }: { id: string }) {
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('monitoring.machineOverview'), to: '/' }, { label: id }]} />
      <Panel className="mt-4 py-6">
        <EmptyState
          illustration={<OpenCarton />}
          heading="h1"
          title={t('monitoring.machineNotFound')}
          actions={
            <>
              <Link to="/" className={buttonClasses('primary')}>
                {t('monitoring.backToMachineOverview')}
              </Link>
              <PublicPageLink />
            </>
          }
        >
          {rich('monitoring.noneOfYourMachinesIsCalled', {
            id: <b className="code font-semibold text-text [overflow-wrap:anywhere]">{id}</b>,
          })}
        </EmptyState>
      </Panel>
    </Page>
  )
}

/** Whoever has scanned the label of a machine of somebody else may read its instructions like everybody. */
function PublicPageLink() {
  const { data: token } = publicTokenSchema.safeParse(new URLSearchParams(location.search).get('label'))
  if (token === undefined) return null
  return (
    <a href={`${publicPagePath(token)}?public`} className={buttonClasses()}>
      {t('monitoring.openPublicPage')}
    </a>
  )
}

import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'

/** Says that a machine does not exist for this reader; one of another customer looks exactly the same. */
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
            <Link to="/" className={buttonClasses('primary')}>
              {t('monitoring.backToMachineOverview')}
            </Link>
          }
        >
          {t('monitoring.thereIsNoMachine')}{' '}
          <b className="code font-semibold text-text [overflow-wrap:anywhere]">{id}</b>{' '}
          {t('monitoring.amongYoursItMayHaveBeen')}
        </EmptyState>
      </Panel>
    </Page>
  )
}

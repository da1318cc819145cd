import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { PushOffer } from '../../entities/push/push-offer.tsx'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { Frame } from '../../resource/frame.tsx'
import { declared } from '../../resource/registry.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { DeniedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { useTab } from '../../resource/use-tab.ts'
import { Alert } from '../../ui/alert.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { AlarmHistory } from './alarm-history.tsx'
import { AlarmList } from './alarm-list.tsx'
import { alarmRuleView } from './alarm-rule-view.tsx'
import { useAlarmSummary } from './alarm-summary.ts'
import { escalationPolicyView, onCallScheduleView } from './escalation/escalation-views.tsx'
import { ShelfList } from './shelf-list.tsx'
import { useAlarmAddress } from './use-alarm-address.ts'

/** Alarms to be seen to, those that are shelved, those that were, and the rules that raise them. */
export function AlarmsPage() {
  useDocumentTitle(t('alarms.alarms'))
  const access = usePermission(api.listAlarms)
  const mayReadRules = usePermission(declared('alarmRule').calls.list).allowed
  const mayReadPolicies = usePermission(declared('escalationPolicy').calls.list).allowed
  const mayReadSchedules = usePermission(declared('onCallSchedule').calls.list).allowed
  const tabs = [
    { value: 'active', label: t('alarms.open') },
    { value: 'shelved', label: t('alarms.shelved') },
    { value: 'history', label: t('alarms.history') },
    ...(mayReadRules ? [{ value: 'rules', label: t('alarms.rules') }] : []),
    ...(mayReadPolicies ? [{ value: 'escalation', label: t('escalation.policies') }] : []),
    ...(mayReadSchedules ? [{ value: 'on-call', label: t('escalation.onCall') }] : []),
  ]
  const [tab, setTab] = useTab(tabs.map(({ value }) => value))
  const address = useAlarmAddress()
  const alarm = tab === 'active' || tab === 'history' ? address.alarm : undefined
  if (!access.allowed) return <DeniedState heading="h1" what={t('alarms.alarmsWord')} permission={access.permission} />
  return (
    <Frame>
      <div className="flex min-h-0 flex-1 flex-col pt-5 pe-6 ps-8 max-md:px-4">
        <Head />
        <Tabs
          label={t('alarms.alarms')}
          tabs={tabs}
          value={tab}
          onValueChange={setTab}
          className="flex min-h-0 flex-1 flex-col"
        >
          <TabPanel value="active" className="flex min-h-0 flex-1 flex-col pt-4">
            <AlarmList list="open" />
          </TabPanel>
          <TabPanel value="shelved" className="flex min-h-0 flex-1 flex-col pt-4">
            <ShelfList />
          </TabPanel>
          <TabPanel value="history" className="flex min-h-0 flex-1 flex-col overflow-auto pt-4">
            <AlarmHistory />
          </TabPanel>
          <TabPanel value="rules" className="flex min-h-0 flex-1 flex-col pt-4">
            <ResourceList resource={declared('alarmRule')} view={alarmRuleView} heading="h2" />
          </TabPanel>
          <TabPanel value="escalation" className="flex min-h-0 flex-1 flex-col pt-4">
            <ResourceList resource={declared('escalationPolicy')} view={escalationPolicyView} heading="h2" />
          </TabPanel>
          <TabPanel value="on-call" className="flex min-h-0 flex-1 flex-col pt-4">
            <ResourceList resource={declared('onCallSchedule')} view={onCallScheduleView} heading="h2" />
          </TabPanel>
        </Tabs>
      </div>
      {alarm !== undefined && <AlarmDrawer id={alarm} onClose={address.close} />}
    </Frame>
  )
}

function Head() {
  const summary = useAlarmSummary()
  const head = useLostFocus('h1')
  return (
    <>
      <div ref={head} className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 tabIndex={-1} className="text-[22px] leading-7 outline-none">
          {t('alarms.alarms')}
        </h1>
        {summary && (
          <p role="status" className="text-13 text-text-2 tabular-nums">
            {t('alarms.activeNotAcknowledged', { active: summary.active, unacknowledged: summary.unacknowledged })}
          </p>
        )}
        <PushOffer />
      </div>
      {summary?.floodedSince && (
        <Alert tone="warn" className="mb-3 text-13">
          {t('alarms.soManyAlarmsAreActiveThat')}
        </Alert>
      )}
    </>
  )
}

import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ReactNode, useState } from 'react'
import { MachineOrdersPanel } from '../features/production/machine-orders.tsx'
import { MachineShiftsPanel } from '../features/production/machine-shifts.tsx'
import type { PageWindow } from '../features/production/page-window.ts'
import { useMachineOrders, useMachineShifts } from '../features/production/use-production.ts'
import { usePermission } from '../resource/use-permission.ts'
import { Panel } from '../ui/panel.tsx'
import { PanelsInTabs } from '../ui/panel-frame.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'

interface MachineProductionProps {
  id: string
  page: PageWindow
  stops: ReactNode
}

/**
 * The stops of a machine, and in tabs beside them its shifts and what it is to make. Where it has neither, and the reader plans no orders,
 * the stops stand alone.
 */
export function MachineProduction({ id, page, stops }: MachineProductionProps) {
  const shifts = useMachineShifts(id)
  const orders = useMachineOrders(id)
  const { allowed: plansOrders } = usePermission(api.planOrder)
  const [shown, show] = useState('stops')
  const hasShifts = shifts.isLoadingError || (shifts.data?.shifts.length ?? 0) > 0
  const hasOrders = orders.isLoadingError || (orders.data !== undefined && (plansOrders || hasAny(orders.data)))
  const tabs = [
    { value: 'stops', label: t('service.stops') },
    ...(hasShifts ? [{ value: 'shifts', label: t('production.shifts') }] : []),
    ...(hasOrders ? [{ value: 'orders', label: t('production.orders') }] : []),
  ]
  // A shift pattern may end while its tab is open.
  const value = tabs.some((tab) => tab.value === shown) ? shown : 'stops'
  return (
    <Panel className="overflow-hidden">
      <PanelsInTabs>
        <Tabs
          label={t('production.stopsShiftsAndOrders')}
          tabs={tabs}
          value={value}
          onValueChange={show}
          listClassName="gap-5 px-4 pt-2.5"
        >
          <TabPanel value="stops">{stops}</TabPanel>
          {/* What is typed for an order stays while another tab is looked at. */}
          {hasShifts && (
            <TabPanel value="shifts" keepMounted>
              <MachineShiftsPanel id={id} page={page} />
            </TabPanel>
          )}
          {hasOrders && (
            <TabPanel value="orders" keepMounted>
              <MachineOrdersPanel id={id} page={page} />
            </TabPanel>
          )}
        </Tabs>
      </PanelsInTabs>
    </Panel>
  )
}

function hasAny({ underWay, planned, ended }: NonNullable<ReturnType<typeof useMachineOrders>['data']>): boolean {
  return underWay !== null || planned.length > 0 || ended.length > 0
}

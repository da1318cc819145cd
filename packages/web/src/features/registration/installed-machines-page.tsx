import { t } from '@packhouse/messages'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLiveChanges } from '../../entities/machine/live-machines.ts'
import { useSearchChange } from '../../lib/address-search.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { Frame } from '../../resource/frame.tsx'
import { ResourceList } from '../../resource/resource-list.tsx'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { usePermission } from '../../resource/use-permission.ts'
import type { Related, ResourceView } from '../../resource/view.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ClaimDrawer } from './claim-drawer.tsx'
import { installedMachines, installedMachinesView } from './installed-machines.tsx'
import { UnclaimedList } from './unclaimed-list.tsx'
import { useUnclaimed } from './use-unclaimed.ts'

const UNCLAIMED = 'unclaimed'

/**
 * Every installed machine, and the machines that publish but have no customer yet.
 * @param related what other features have of a machine, as tabs of its drawer
 */
export function InstalledMachinesPage({ related }: { related: readonly Related[] }) {
  const view: ResourceView = useMemo(() => ({ ...installedMachinesView, related }), [related])
  const access = usePermission(installedMachines.calls.list)
  const unclaimed = useUnclaimed(access.allowed)
  const { refetch } = unclaimed
  useLiveChanges(useCallback(() => void refetch(), [refetch]))
  const [tab, setTab] = useTab()
  const openRow = useOpenRow()
  const onUnclaimed = access.allowed && tab === UNCLAIMED
  const tabs = [
    { value: 'all', label: t('general.all') },
    { value: UNCLAIMED, label: <UnclaimedLabel count={unclaimed.data?.total} /> },
  ]
  useReturnedFocus(onUnclaimed ? openRow.id : undefined)
  return (
    <Frame>
      <Tabs
        label={t('registration.installedMachines')}
        tabs={access.allowed ? tabs : []}
        value={onUnclaimed ? UNCLAIMED : 'all'}
        onValueChange={setTab}
        className="flex min-h-0 flex-1 flex-col pt-3 pe-6 ps-8 max-md:px-4"
        listClassName={access.allowed ? 'mb-4 gap-5' : 'hidden'}
      >
        <TabPanel value="all" className="flex min-h-0 flex-1 flex-col">
          <ResourceList resource={installedMachines} view={view} />
        </TabPanel>
        <TabPanel value={UNCLAIMED} className="flex min-h-0 flex-1 flex-col">
          <UnclaimedList
            query={unclaimed}
            openIds={openRow.id?.split(',') ?? []}
            onClaim={(ids) => openRow.open(ids.join(','))}
          />
          {openRow.id !== undefined && (
            <ClaimDrawer key={openRow.id} ids={openRow.id.split(',')} onClose={openRow.close} />
          )}
        </TabPanel>
      </Tabs>
    </Frame>
  )
}

function UnclaimedLabel({ count }: { count: number | undefined }) {
  return (
    <>
      {t('registration.unclaimed')}
      {count !== undefined && ' '}
      {count !== undefined && <span className="text-text-3 tabular-nums">{formatCount(count)}</span>}
    </>
  )
}

/** Gives the focus back after the drawer: to the button of its machine, or to the tab where that machine is claimed now. */
function useReturnedFocus(openId: string | undefined): void {
  const last = useRef(openId)
  useEffect(() => {
    const closed = openId === undefined ? last.current : undefined
    last.current = openId
    if (closed === undefined) return
    const [first = ''] = closed.split(',')
    const row = document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(first)}"] button`)
    const target = row ?? document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    target?.focus()
  }, [openId])
}

/** The tab in the address. Another tab is another list: nothing of the one before stays in the address. */
function useTab(): [string, (tab: string) => void] {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const changeSearch = useSearchChange()
  const setTab = (next: string) => {
    const search = next === UNCLAIMED ? { tab: next } : {}
    changeSearch(search, { replace: true, resetScroll: false })
  }
  return [tab ?? 'all', setTab]
}

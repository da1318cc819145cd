import { api, type SettingKey, settingOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDocumentTitle } from '../../../lib/document-title.ts'
import { useSearchChoice } from '../../../lib/use-search-choice.ts'
import { UnsavedGuard } from '../../../resource/form/unsaved-guard.tsx'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FilePanel } from './file-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { isGroup, type Place, places } from './places.ts'
import { SaveBar } from './save-bar.tsx'
import { SettingNavigation } from './setting-navigation.tsx'
import { SettingPanels } from './setting-panels.tsx'
import { type Settings, settingsQuery } from './settings-query.ts'
import { useSettingEdit } from './use-setting-edit.ts'

/** What the installation is set to, in groups: one form that is saved as a whole. */
export function InstallationPage() {
  useDocumentTitle(t('installation.settingsOfTheInstallation'))
  const access = usePermission(api.listSettings)
  const query = useQuery({ ...settingsQuery, enabled: access.allowed })
  const what = t('installation.settingsOfTheInstallation')
  if (!access.allowed) return <DeniedState heading="h1" what={what} permission={access.permission} />
  if (query.isError && query.data === undefined) {
    return <FailedState heading="h1" what={what} error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-var(--head))] max-w-[1760px] flex-col px-8 pt-3.5 max-md:px-4">
      <h1 className="text-[22px] leading-7">{t('general.settings')}</h1>
      <p className="mb-3.5 text-text-2">{t('installation.ofTheWholeInstallation')}</p>
      {query.data === undefined ? <Skeleton className="h-96 max-w-[960px]" /> : <Screen settings={query.data} />}
    </div>
  )
}

function Screen({ settings }: { settings: Settings }) {
  const [place, choose] = useSearchChoice<Place>('show', places, 'product')
  const [search, setSearch] = useState('')
  const edit = useSettingEdit(settings.settings)
  const [sought, seek] = useState<SettingKey>()
  const show = (key: SettingKey) => {
    setSearch('')
    choose(settingOf(key).group)
    seek(key)
  }
  // Its row may be of another group, which is there only now.
  useEffect(() => {
    if (sought === undefined) return
    const row = document.querySelector(`[data-setting="${sought}"]`)
    const control =
      row?.querySelector<HTMLElement>('[aria-invalid]') ?? row?.querySelector<HTMLElement>('button, input')
    control?.focus()
    seek(undefined)
  }, [sought])
  return (
    <div className="flex flex-1 items-start gap-8 max-lg:flex-col max-lg:items-stretch max-lg:gap-3">
      <SettingNavigation
        place={place}
        onChoose={(next) => {
          setSearch('')
          choose(next)
        }}
        search={search}
        onSearch={setSearch}
        changed={edit.changed}
      />
      <div className="flex min-h-full w-full max-w-[760px] min-w-0 flex-1 flex-col self-stretch">
        {search.trim() !== '' || isGroup(place) ? (
          <SettingPanels settings={settings} edit={edit} search={search} group={place} />
        ) : place === 'history' ? (
          <HistoryPanel settings={settings} />
        ) : (
          <FilePanel />
        )}
        <SaveBar edit={edit} onObstacle={show} />
      </div>
      <UnsavedGuard count={edit.changed.length} onDiscard={edit.discard} of={({ pathname }) => pathname} />
    </div>
  )
}

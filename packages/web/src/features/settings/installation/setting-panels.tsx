import { settingGroups, settingOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import type { Place } from './places.ts'
import { SettingRow } from './setting-row.tsx'
import { groupWords, isFound } from './setting-words.ts'
import type { Settings } from './settings-query.ts'
import type { SettingEdit } from './use-setting-edit.ts'

export interface SettingPanelsProps {
  settings: Settings
  edit: SettingEdit
  search: string
  group: Place
}

/** The settings of a group, or those of all groups that a search finds. */
export function SettingPanels({ settings: { settings, people }, edit, search, group }: SettingPanelsProps) {
  const words = search.trim()
  const shown = settings.filter(({ key }) => (words === '' ? settingOf(key).group === group : isFound(key, words)))
  const groups = settingGroups.filter((one) => shown.some(({ key }) => settingOf(key).group === one))
  return (
    <>
      <p role="status" className="sr-only">
        {words !== '' && t('installation.found', { count: shown.length })}
      </p>
      {groups.length === 0 && (
        <EmptyState
          heading="h2"
          className="py-16"
          illustration={<OpenCarton />}
          title={t('installation.noSettingMatches', { search: words })}
        >
          {t('installation.searchForALabel')}
        </EmptyState>
      )}
      {groups.map((one) => (
        <section key={one} aria-label={groupWords[one]} className="mb-4">
          <h2 className="mb-2">{groupWords[one]}</h2>
          <ul className="overflow-hidden rounded-panel border border-line bg-surface">
            {shown
              .filter(({ key }) => settingOf(key).group === one)
              .map((state) => (
                <SettingRow key={state.key} state={state} people={people} edit={edit} />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

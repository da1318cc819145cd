import { type SettingGroup, settingGroups } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { groupWords } from './setting-words.ts'

/** What can be looked at: a group, what was changed, and the file of all of them. */
export const places = [...settingGroups, 'history', 'file'] as const
export type Place = (typeof places)[number]

export const placeWords: Record<Place, string> = {
  ...groupWords,
  history: t('installation.history'),
  file: t('installation.exportAndImport'),
}

export function isGroup(place: Place): place is SettingGroup {
  return place !== 'history' && place !== 'file'
}

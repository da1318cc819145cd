import {
  type CallResult,
  type compareSettings,
  isSettingKey,
  type SettingKey,
  type StoredValue,
  settingOf,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { faultsOf } from './check-changes.ts'
import { isSamePicture } from './setting-pictures.ts'
import type { SettingRow } from './setting-rows.ts'

type Comparison = CallResult<typeof compareSettings>

/** What a file would change. Settings that it does not name stay as they are. */
export function compareWithFile(
  settings: InstallationSettings,
  stored: ReadonlyMap<string, SettingRow>,
  file: Readonly<Record<string, StoredValue>>,
): Comparison {
  const all = Object.entries(file).map(([key, value]) => {
    if (isSettingKey(key)) return compared(settings, key, value, stored.get(key))
    return { key, now: null, file: null, rowVersion: 0, obstacle: t('setting.isUnknown'), isSame: false }
  })
  const different = all.filter(({ isSame }) => !isSame)
  return {
    differences: different.map(({ isSame: _, ...difference }) => difference),
    same: all.length - different.length,
  }
}

function compared(
  settings: InstallationSettings,
  key: SettingKey,
  value: StoredValue,
  row: SettingRow | undefined,
): Comparison['differences'][number] & { isSame: boolean } {
  const { kind } = settingOf(key)
  const rowVersion = row?.rowVersion ?? 0
  if (kind === 'secret') {
    return { key, now: null, file: null, rowVersion, obstacle: t('setting.secretInFile'), isSame: false }
  }
  const now = settings.fixedBy(key) === null ? (row?.value ?? null) : settings.read(key)
  const isSame =
    kind === 'picture' && typeof value === 'string' && typeof now === 'string'
      ? isSamePicture(value, now)
      : JSON.stringify(value) === JSON.stringify(now)
  const [fault] = isSame ? [] : faultsOf(settings, [{ key, value, rowVersion }], () => '')
  return { key, now, file: value, rowVersion, obstacle: fault?.message ?? null, isSame }
}

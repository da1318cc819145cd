import {
  isSettingKey,
  SETTINGS_FILE,
  type SettingChange,
  type SettingKey,
  type SettingState,
  type StoredValue,
  settingKeys,
  settingOf,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { clock } from '../platform/clock.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { assertKey, type ChangeParts, changeSettings } from './change-settings.ts'
import { compareWithFile } from './compare-settings.ts'
import { type ChangeRow, countPeople, readChanges, readSettingRows, type SettingRow } from './setting-rows.ts'

const PAGE = 50

type SettingCalls =
  | 'listSettings'
  | 'changeSettings'
  | 'readSetting'
  | 'changeSetting'
  | 'settingsHistory'
  | 'takeBackSetting'
  | 'exportSettings'
  | 'compareSettings'
  | 'settingPicture'

export function settingHandlers(parts: ChangeParts): HandlersOf<SettingCalls> {
  const { db, settings, pictures } = parts
  const list = async () => {
    const rows = await readSettingRows(db)
    return { settings: settingKeys.map((key) => toState(settings, key, rows.get(key))), people: await countPeople(db) }
  }
  const one = async (key: SettingKey) => toState(settings, key, (await readSettingRows(db)).get(key))

  return {
    async listSettings({ principal }) {
      assertOfStaff(principal)
      return await list()
    },

    async changeSettings({ principal, body }) {
      assertOfStaff(principal)
      await changeSettings(parts, principal, {
        wanted: body.changes,
        placeOf: (index) => `body.changes.${index}.value`,
      })
      return await list()
    },

    async readSetting({ principal, params: { key } }) {
      assertSeen(principal)
      assertKey(key, isSettingKey)
      return await one(key)
    },

    async changeSetting({ principal, params: { key }, body }) {
      assertSeen(principal)
      assertKey(key, isSettingKey)
      await changeSettings(parts, principal, { wanted: [{ key, ...body }], placeOf: () => 'body.value' })
      return await one(key)
    },

    async settingsHistory({ principal, query }) {
      assertOfStaff(principal)
      const rows = await readChanges(db, { ...query, limit: PAGE + 1 })
      const changes = rows.slice(0, PAGE).map((row) => toChange(settings, row))
      return { changes, more: rows.length > PAGE }
    },

    async takeBackSetting({ principal, params: { id }, body }) {
      assertSeen(principal)
      const [change] = await readChanges(db, { id, limit: 1 })
      assertThat(change, 'not_found', t('setting.noSuchChange'))
      const { key, before: value } = change
      assertThat(settingOf(key).kind !== 'secret', 'not_usable', t('setting.secretCannotBeTakenBack'))
      const wanted = [{ key, value, rowVersion: body.rowVersion }]
      await changeSettings(parts, principal, { wanted, placeOf: () => 'body', takesBack: id })
      return await one(key)
    },

    async exportSettings({ principal }) {
      assertOfStaff(principal)
      const rows = [...(await readSettingRows(db)).values()].filter(({ key, isSet }) => isSettingKey(key) && isSet)
      const shown = rows.filter(({ key }) => settingOf(key).kind !== 'secret')
      const entries = await Promise.all(
        shown.map(async ({ key, value }): Promise<[string, StoredValue]> => {
          const isPicture = settingOf(key).kind === 'picture' && typeof value === 'string'
          return [key, isPicture ? await pictures.toData(value) : value]
        }),
      )
      const exportedAt = new Date(clock.now()).toISOString()
      return { format: SETTINGS_FILE, version: 1 as const, exportedAt, settings: Object.fromEntries(entries) }
    },

    async compareSettings({ principal, body }) {
      assertOfStaff(principal)
      return compareWithFile(settings, await readSettingRows(db), body.settings)
    },

    async settingPicture({ params: { name }, reply }): Promise<typeof answered> {
      const content = await pictures.read(name)
      assertThat(content, 'not_found', t('setting.unknownPicture'))
      reply
        .header('content-type', 'image/webp')
        .header('content-disposition', 'inline')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content)
      return answered
    },
  }
}

/** Settings are those of the installation: a role of a customer's user that has the permission by mistake reaches none. */
function assertOfStaff({ customerId }: Principal): void {
  assertThat(customerId === null, 'permission_missing', t('setting.onlyForStaff'))
}

/** What a call names is as unknown to them as what never was. */
function assertSeen({ customerId }: Principal): void {
  assertThat(customerId === null, 'not_found')
}

function toState(settings: InstallationSettings, key: SettingKey, row: SettingRow | undefined): SettingState {
  const fixedBy = settings.fixedBy(key)
  const isSecret = settingOf(key).kind === 'secret'
  const value = fixedBy === null ? (row?.value ?? settings.fallbackOf(key)) : settings.read(key)
  const isSet = fixedBy === null ? (row?.isSet ?? false) : settings.read(key) !== null
  return {
    key,
    value: isSecret ? null : value,
    isSet,
    fixedBy,
    rowVersion: row?.rowVersion ?? 0,
    changedAt: row?.at.toISOString() ?? null,
    changedBy: row === undefined ? null : { id: row.userId, name: row.userName ?? '' },
  }
}

function toChange(settings: InstallationSettings, row: ChangeRow): SettingChange {
  const { id, at, key, userId, userName, before, after, takesBack } = row
  return {
    ...{ id, key, before, after, takesBack },
    at: at.toISOString(),
    by: userName === null ? null : { id: userId, name: userName },
    canBeTakenBack: settingOf(key).kind !== 'secret' && settings.fixedBy(key) === null,
  }
}

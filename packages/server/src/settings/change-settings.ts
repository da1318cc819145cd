import { LOGO, type SettingKey, type StoredValue, settingOf, type WantedSetting } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Db, Transaction } from '../platform/database.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { faultsOf, newContradictions } from './check-changes.ts'
import { audited, rowOfSetting } from './setting-audit.ts'
import type { SettingPictures } from './setting-pictures.ts'
import { readSettingRows, type SettingRow, storeValue } from './setting-rows.ts'

export interface ChangeParts {
  db: Db
  settings: InstallationSettings
  pictures: SettingPictures
}

export interface Change {
  wanted: readonly WantedSetting[]
  /** The place of a change in the body of the request. */
  placeOf: (index: number) => string
  /** The id of the change that it takes back. */
  takesBack?: string
}

/**
 * Changes settings, all or none, and applies them in this process.
 * @throws ProblemError `invalid_request` for what is wrong, fixed or contradictory, `stale` with both values, and those of pictures
 */
export async function changeSettings(parts: ChangeParts, principal: Principal, change: Change): Promise<void> {
  const { db, settings } = parts
  const errors = faultsOf(settings, change.wanted, change.placeOf)
  if (errors.length > 0) throw refused(errors[0]?.code === 'fixed' ? errors[0].message : undefined, errors)
  const wanted = await Promise.all(change.wanted.map((one) => withPicture(parts, principal, one)))
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT lock_settings()`.execute(transaction)
    const stored = await readSettingRows(transaction)
    assertSeen(wanted, stored)
    assertAgreeing(settings, { ...change, wanted }, stored)
    for (const one of wanted) await store(transaction, settings, principal, one, stored.get(one.key), change.takesBack)
  })
  await settings.reload()
}

async function withPicture(
  { pictures }: ChangeParts,
  { userId }: Principal,
  wanted: WantedSetting,
): Promise<WantedSetting> {
  if (wanted.key !== LOGO || typeof wanted.value !== 'string') return wanted
  return { ...wanted, value: await pictures.put(wanted.value, userId) }
}

/** @throws ProblemError `stale` where somebody else has changed one of them since */
function assertSeen(wanted: readonly WantedSetting[], stored: ReadonlyMap<string, SettingRow>): void {
  const conflicts = wanted.flatMap(({ key, value, rowVersion }) => {
    const row = stored.get(key)
    if ((row?.rowVersion ?? 0) === rowVersion) return []
    const isSecret = settingOf(key).kind === 'secret'
    const who = row === undefined ? null : { id: row.userId, name: row.userName ?? '' }
    return [
      {
        key,
        theirs: row?.value ?? null,
        yours: isSecret ? null : value,
        rowVersion: row?.rowVersion ?? 0,
        changedAt: row?.at.toISOString() ?? null,
        changedBy: who,
      },
    ]
  })
  if (conflicts.length === 0) return
  const names = conflicts.map(({ key }) => declared(settingOf(key).label)).join(', ')
  throw new ProblemError('stale', t('setting.changedMeanwhile', { names }), undefined, { current: { conflicts } })
}

function assertAgreeing(
  settings: InstallationSettings,
  { wanted, placeOf }: Change,
  stored: ReadonlyMap<string, SettingRow>,
): void {
  const errors = newContradictions(settings, wanted, stored).map(({ key, message }) => {
    const index = wanted.findIndex((one) => one.key === key)
    // The one to be mended may be another one than was sent.
    const path = index === -1 ? `settings.${key}` : placeOf(index)
    return { path, code: 'contradiction', message: declared(message), key }
  })
  if (errors.length === 0) return
  const words = errors.map(({ key, message }) => {
    return t('setting.contradiction', { label: declared(settingOf(key).label), message })
  })
  throw refused(
    words.join(' '),
    errors.map(({ path, code, message }) => ({ path, code, message })),
  )
}

async function store(
  db: Transaction,
  settings: InstallationSettings,
  principal: Principal,
  { key, value }: WantedSetting,
  before: SettingRow | undefined,
  takesBack: string | undefined,
): Promise<void> {
  const isSecret = settingOf(key).kind === 'secret'
  if (!isSecret && isSame(value, before?.value ?? null)) return
  const encrypted = isSecret && typeof value === 'string' ? settings.encrypt(value) : null
  const id = await storeValue(db, before, { key, value, encrypted, userId: principal.userId, takesBack })
  const rows = {
    before: rowOfSetting(id, key, before?.value ?? null, before?.isSet ?? false),
    after: rowOfSetting(id, key, value, value !== null),
  }
  await writeAudit(db, principal, audited, 'update', [rows])
}

function isSame(one: StoredValue, other: StoredValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function refused(detail: string | undefined, errors: ConstructorParameters<typeof ProblemError>[2]): ProblemError {
  return new ProblemError('invalid_request', detail, errors)
}

/** @throws ProblemError `not_found` */
export function assertKey(key: string, isKnown: (key: string) => key is SettingKey): asserts key is SettingKey {
  if (!isKnown(key)) throw new ProblemError('not_found', t('setting.unknown', { key }))
}

import { type AuthLogEntry, permissionDescriptions, problems } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { resourceNamed } from '../../resource/registry.ts'
import { labelOfField } from '../../resource/view.ts'

const problemTitles: Partial<Record<string, string>> = Object.fromEntries(
  Object.entries(problems).map(([code, { title }]) => [code, title]),
)

/** What was done, in a word or two, by the action of the log. */
const actions: Record<string, string> = {
  create: t('audit.created'),
  update: t('audit.changed'),
  delete: t('audit.deleted'),
  'force-delete': t('audit.removedForGood'),
  restore: t('audit.broughtBack'),
  'export-data': t('audit.dataExported'),
  'remove-data': t('audit.dataRemoved'),
  'take-over': t('audit.lockTakenOver'),
  release: t('audit.released'),
  approve: t('audit.approved'),
  reject: t('audit.rejected'),
  duplicate: t('audit.copied'),
  sign: t('audit.signed'),
  'sign-in': t('audit.signedIn'),
  'view-as-begun': t('audit.viewAsBegun'),
  'view-as-ended': t('audit.viewAsEnded'),
  'sign-in-refused': t('audit.signInRefused'),
  'sign-in-paused': t('audit.signInPaused'),
  'sign-on-refused': t('audit.signInRefused'),
  'token-refused': t('audit.tokenRefused'),
  'link-refused': t('audit.linkRefused'),
  'rate-refused': t('audit.rateRefused'),
  'device-refused': t('audit.deviceRefused'),
  'publish-refused': t('audit.publishRefused'),
  'subscribe-refused': t('audit.subscribeRefused'),
  'sign-out': t('audit.signedOut'),
  refreshed: t('audit.sessionContinued'),
  'refresh-token-reused': t('audit.tokenReused'),
  'session-ended': t('audit.sessionEnded'),
  'password-changed': t('audit.passwordChanged'),
  'second-factor-asked': t('audit.codeAsked'),
  'second-factor-refused': t('audit.codeRefused'),
  'passkey-refused': t('audit.passkeyRefused'),
  'api-key-refused': t('audit.keyRefused'),
  confirmed: t('audit.confirmed'),
  'confirmation-refused': t('audit.confirmationRefused'),
  'right-refused': t('audit.rightRefused'),
  'set-primary': t('audit.madePrimary'),
  'update-sort-order': t('audit.reordered'),
  attach: t('audit.attached'),
  detach: t('audit.detached'),
  sync: t('audit.synchronised'),
  rotate: t('audit.keyReplaced'),
  revoke: t('audit.keyRevoked'),
  'attach-file': t('audit.fileAttached'),
  'delete-file': t('audit.fileRemoved'),
  'restore-file': t('audit.fileBroughtBack'),
  'roll-out': t('audit.rolledOut'),
  'roll-back': t('audit.rolledBack'),
  withdraw: t('audit.withdrawn'),
  replay: t('audit.sentAgain'),
  discard: t('audit.discarded'),
  'create-version': t('audit.versionStored'),
  'restore-version': t('audit.versionRestored'),
  retry: t('audit.triedAgain'),
  'send-again': t('audit.sentAgain'),
  unsubscribe: t('audit.unsubscribed'),
  'write-value': t('audit.valueWritten'),
  revise: t('audit.newRevision'),
  'client-secret-set': t('audit.clientSecretSet'),
  'sessions-ended': t('audit.allSessionsEnded'),
  'other-sessions-ended': t('audit.otherSessionsEnded'),
  'password-refused': t('audit.passwordRefused'),
  'invitation-sent': t('audit.invitationSent'),
  'reset-sent': t('audit.resetSent'),
  registered: t('audit.registered'),
  'sign-on-groups': t('audit.groupsFromProvider'),
  'sign-on-groups-kept': t('audit.groupsKept'),
  'sign-on-account-made': t('audit.accountMade'),
  'identity-linked': t('audit.identityLinked'),
  'identity-unlinked': t('audit.identityUnlinked'),
  'second-factor-on': t('audit.secondFactorOn'),
  'second-factor-off': t('audit.secondFactorOff'),
  'passkey-added': t('audit.passkeyAdded'),
  'passkey-removed': t('audit.passkeyRemoved'),
}

type Deed = Pick<AuthLogEntry, 'action'> & Partial<Pick<AuthLogEntry, 'changed' | 'given' | 'taken'>>

/** A step of a record has no words of its own here: the details name the states. */
export function actionWords({ action, changed, given = [], taken = [] }: Deed): string {
  if (action === 'update' && changed?.includes('permissions')) {
    if (taken.length === 0 && given.length > 0) return t('audit.permissionsGiven', { count: given.length })
    if (given.length === 0 && taken.length > 0) return t('audit.permissionsTaken', { count: taken.length })
  }
  return actions[action] ?? t('audit.stateChanged')
}

const ways: Record<string, string> = {
  password: t('audit.withPassword'),
  code: t('audit.withCode'),
  passkey: t('audit.withPasskey'),
}

export function wayWords(way: string | null): string {
  return way === null ? '' : (ways[way] ?? way)
}

/** Why somebody was refused, in words; empty where the action says it. */
const reasons: Record<string, string> = {
  many: t('audit.manyAddresses'),
  foreign: t('audit.ofAnotherCustomer'),
  key_unknown: t('audit.keyUnknown'),
  key_expired: t('audit.keyExpired'),
  key_revoked: t('audit.keyRevoked'),
  key_of_blocked_account: t('audit.keyOfBlockedAccount'),
  topic_refused: t('audit.topicRefused'),
  machine_foreign: t('audit.machineForeign'),
  machine_unknown: t('audit.machineUnknown'),
  too_many_connections: t('audit.tooManyConnections'),
  too_many_subscriptions: t('audit.tooManySubscriptions'),
  client_id_missing: t('audit.clientIdMissing'),
  certificate_unknown: t('audit.certificateUnknown'),
  certificate_expired: t('audit.certificateExpired'),
  certificate_revoked: t('audit.certificateRevoked'),
  certificate_key: t('audit.certificateOfUnusableKey'),
}

export function reasonWords({ outcome, code }: Pick<AuthLogEntry, 'outcome' | 'code'>): string {
  if (outcome === 'ok' || code === null) return ''
  if (code.includes('.')) return t('audit.needs', { permission: code })
  return reasons[code] ?? declared(problemTitles[code] ?? '')
}

/** Who it was: a person, a key, a device, or nobody who is known. */
export function whoWords({ who, apiKey, device }: Pick<AuthLogEntry, 'who' | 'apiKey' | 'device'>): string {
  return apiKey?.name ?? device?.name ?? who?.name ?? (who === null ? t('audit.unknown') : t('resource.aFormerUser'))
}

/** What it was about, where that is not the person it names anyway: somebody's sign-in is about themselves. */
export function recordWords({ record, target, who }: Pick<AuthLogEntry, 'record' | 'target' | 'who'>): string {
  if (target !== null) return target
  if (record === null || (record.label === null && record.id === who?.id)) return ''
  const noun = resourceNamed(record.resource)?.noun[0] ?? record.resource
  return record.label === null ? noun : `${record.label}, ${noun}`
}

/** What is worth knowing beside it: the fields that changed, how somebody signed in, how often they were refused. */
export function detailWords(entry: AuthLogEntry): string {
  if (entry.times > 1) return t('audit.timesInARow', { times: entry.times })
  if (entry.outcome === 'refused' && entry.way === null) return reasonWords(entry)
  if (entry.way !== null) return wayWords(entry.way)
  const rights = rightsWords(entry)
  if (rights !== '') return rights
  const resource = entry.record === null ? undefined : resourceNamed(entry.record.resource)
  if (entry.action !== 'update' || resource === undefined) return ''
  return entry.changed.map((field) => labelOfField(resource, field)).join(', ')
}

/** What was given and taken, by name; empty where nothing was. */
function rightsWords({ given, taken }: Pick<AuthLogEntry, 'given' | 'taken'>): string {
  return [
    ...(given.length > 0 ? [t('audit.givenNames', { names: given.join(', ') })] : []),
    ...(taken.length > 0 ? [t('audit.takenNames', { names: taken.join(', ') })] : []),
  ].join(' · ')
}

/** A permission with what it allows; the name alone of anything else. */
export function rightWords(name: string): string {
  const description = permissionDescriptions[name]
  return description === undefined ? name : `${declared(description)} (${name})`
}

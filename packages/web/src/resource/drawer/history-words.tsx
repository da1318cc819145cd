import type { HistoryEntry, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { ReactElement, ReactNode } from 'react'
import { rich } from '../../lib/language/rich.ts'
import { removalKind } from '../delete-labels.ts'
import type { ResourceView } from '../view.ts'

type Who = { actor: ReactElement }

/** What somebody did, as a sentence, by the action of the history. */
const sentences: Partial<Record<string, (who: Who) => ReactNode>> = {
  create: (who) => rich('resource.createdIt', who),
  update: (who) => rich('resource.changedIt', who),
  restore: (who) => rich('resource.broughtItBack', who),
  'set-primary': (who) => rich('resource.madeItThePrimaryOne', who),
  import: (who) => rich('resource.importedIt', who),
  attach: (who) => rich('resource.changedWhatIsAttached', who),
  detach: (who) => rich('resource.changedWhatIsAttached', who),
  sync: (who) => rich('resource.changedWhatIsAttached', who),
  'update-sort-order': (who) => rich('resource.changedTheOrder', who),
  'force-delete': (who) => rich('resource.removedItForGood', who),
  'sign-in': (who) => rich('resource.signedIn', who),
  'sign-in-refused': (who) => rich('resource.wasRefusedAtTheSignIn', who),
  'sign-out': (who) => rich('resource.signedOut', who),
  'view-as-begun': (who) => rich('resource.beganToViewAs', who),
  'view-as-ended': (who) => rich('resource.endedViewingAs', who),
  'session-ended': (who) => rich('resource.endedASession', who),
  'sessions-ended': (who) => rich('resource.endedAllSessions', who),
  'refresh-token-reused': (who) => rich('resource.wasSignedOutBecauseAToken', who),
  'other-sessions-ended': (who) => rich('resource.signedOutEverywhereElse', who),
  'create-version': (who) => rich('resource.storedAVersion', who),
  'restore-version': (who) => rich('resource.restoredAVersion', who),
  sign: (who) => rich('resource.signedIt', who),
  'write-value': (who) => rich('resource.wroteAValue', who),
  unsubscribe: (who) => rich('resource.unsubscribed', who),
  rotate: (who) => rich('resource.rotatedIt', who),
  revoke: (who) => rich('resource.revokedIt', who),
  'api-key-refused': (who) => rich('resource.hasAnApiKeyThatWas', who),
  'password-changed': (who) => rich('resource.changedThePassword', who),
  'password-refused': (who) => rich('resource.gaveAWrongPassword', who),
  'invitation-sent': (who) => rich('resource.sentAnInvitation', who),
  'reset-sent': (who) => rich('resource.sentALinkForANew', who),
  registered: (who) => rich('resource.registered', who),
  'sign-on-refused': (who) => rich('resource.wasRefusedAtASingleSign', who),
  'sign-on-groups': (who) => rich('resource.wasPutIntoGroupsByA', who),
  'sign-on-groups-kept': (who) => rich('resource.keptGroupsAtASingle', who),
  'sign-on-account-made': (who) => rich('resource.gotAnAccountAtASingle', who),
  'identity-linked': (who) => rich('resource.linkedAnIdentityProvider', who),
  'identity-unlinked': (who) => rich('resource.unlinkedAnIdentityProvider', who),
  'second-factor-on': (who) => rich('resource.turnedTheSecondFactorOn', who),
  'second-factor-off': (who) => rich('resource.turnedTheSecondFactorOff', who),
  'second-factor-asked': (who) => rich('resource.wasAskedForTheSecondFactor', who),
  'second-factor-refused': (who) => rich('resource.gaveAWrongSecondFactor', who),
  'passkey-added': (who) => rich('resource.addedAPasskey', who),
  'passkey-removed': (who) => rich('resource.removedAPasskey', who),
  'passkey-refused': (who) => rich('resource.wasRefusedWithAPasskey', who),
  confirmed: (who) => rich('resource.confirmedTheIdentity', who),
  'confirmation-refused': (who) => rich('resource.couldNotConfirmTheIdentity', who),
}

/** The same of actions on a file or on rows of others, which the sentence names. */
const sentencesAbout: Partial<Record<string, (who: Who & { subject: ReactElement }) => ReactNode>> = {
  attach: (who) => rich('resource.attachedSubject', who),
  detach: (who) => rich('resource.detachedSubject', who),
  sync: (who) => rich('resource.attachedOrDetached', who),
  'attach-file': (who) => rich('resource.attachedSubject', who),
  'delete-file': (who) => rich('resource.deletedSubject', who),
  'restore-file': (who) => rich('resource.broughtBack', who),
}

/** What an entry of the history says was done, and by whom. */
export function deedOf(resource: Resource, view: ResourceView, entry: HistoryEntry): ReactNode {
  const { action } = entry
  const actor = <b className="font-semibold">{entry.actor.name ?? t('resource.aFormerUser')}</b>
  const subject = subjectOf(resource, entry)
  const [, name = ''] = action.split('transition:')
  const transition = resource.traits.lifecycle?.transitions[name]
  if (transition !== undefined) return rich('resource.changedTheState', { actor, state: declared(transition.words) })
  if (action === 'delete') return rich('resource.removedIt', { actor, kind: removalKind(view) })
  const about = subject === '' ? undefined : sentencesAbout[action]
  if (about) return about({ actor, subject: <span className="break-words">{subject}</span> })
  return sentences[action]?.({ actor }) ?? rich('resource.didAction', { actor, action })
}

/** When it was done, with which key and from where; what the changes say already is not repeated. */
export function originOf({ address, apiKey, changes }: HistoryEntry, time: ReactElement): ReactNode {
  const from = address && !changes.some(({ field }) => field === 'address') ? address : undefined
  const key = apiKey && { key: apiKey.name ?? '', gone: apiKey.name === null ? 'yes' : 'no' }
  if (key) {
    return from === undefined
      ? rich('resource.atWithKey', { time, ...key })
      : rich('resource.atWithKeyFrom', { time, ...key, address: from })
  }
  return from === undefined ? time : rich('resource.atFrom', { time, address: from })
}

/** The file or the rows of others that the change is about; empty where it is about the row's own fields. */
function subjectOf({ traits }: Resource, { changes }: HistoryEntry): string {
  const file = changes.find(({ field }) => field === 'file')
  if (file) return String(file.after ?? file.before)
  const related = changes.find(({ field }) => field in (traits.relations ?? {}))
  if (!related) return ''
  const [before, after] = [related.before, related.after].map((names) =>
    Array.isArray(names) ? names.map(String) : [],
  )
  const differing = [...(before ?? []), ...(after ?? [])].filter(
    (name) => !(before?.includes(name) && after?.includes(name)),
  )
  return differing.join(', ')
}

import type { Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'

/** What was done, in a word or two, by the action of the history. */
export function actionWords({ traits }: Resource, action: string): string {
  const [, transition = ''] = action.split('transition:')
  const made = traits.lifecycle?.transitions[transition]
  if (made !== undefined) return declared(made.words)
  return knownActions()[action] ?? action
}

function knownActions(): Partial<Record<string, string>> {
  return {
    create: t('documents.created'),
    import: t('documents.created'),
    update: t('documents.changed'),
    delete: t('documents.deleted'),
    'force-delete': t('documents.removedForGood'),
    restore: t('documents.restored'),
    'set-primary': t('documents.madePrimary'),
    'update-sort-order': t('documents.orderChanged'),
    attach: t('documents.attachmentsChanged'),
    detach: t('documents.attachmentsChanged'),
    sync: t('documents.attachmentsChanged'),
    'attach-file': t('documents.fileAttached'),
    'delete-file': t('documents.fileDeleted'),
    'restore-file': t('documents.fileRestored'),
    sign: t('documents.signedWord'),
    unsubscribe: t('documents.unsubscribed'),
    'create-version': t('documents.versionStored'),
    'restore-version': t('documents.versionRestored'),
  }
}

import type { SharingPurpose, SupportAccessStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'

export const purposeWords: Readonly<Record<SharingPurpose, string>> = {
  support: t('sharing.support'),
  benchmark: t('sharing.benchmark'),
}

export const purposeAbout: Readonly<Record<SharingPurpose, string>> = {
  support: t('sharing.supportAbout'),
  benchmark: t('sharing.benchmarkAbout'),
}

export const accessWords: Readonly<Record<SupportAccessStatus, string>> = {
  asked: t('sharing.accessOpen'),
  granted: t('sharing.accessGranted'),
  refused: t('sharing.accessRefused'),
  ended: t('sharing.accessEnded'),
}

export function sharedWords(shared: boolean): string {
  return shared ? t('sharing.sharedState') : t('sharing.unsharedState')
}
